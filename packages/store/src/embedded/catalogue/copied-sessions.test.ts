import { appendFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { longestCopy } from '../../files/bytes/longest-copy.ts'
import { discover } from '../../files/discovery/discover.ts'
import { Store } from '../store.ts'
import { coldUsage } from '../usage/cold-usage.ts'
import { copiedAmong } from './copied-sessions.ts'

const ID = 'aaaa1111-0000-4000-8000-000000000001'

let folder: string
let roots: readonly [string, string]

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skein-copied-')))
  roots = [join(folder, 'config'), join(folder, 'other')]
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('a session that stands in several projects', () => {
  it.each([
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])(
    'is a copy of the one whose path comes first, in whatever order they are indexed: %i %i %i',
    async (...order) => {
      const places = [at(roots[0], '-one'), at(roots[0], '-two'), at(roots[1], '-one')]
      lay(at(roots[0], '-zero', 'bbbb.jsonl'), [said('b1', 'm0')])
      const store = openStore()
      await store.refresh()
      // The last of them went on: what it has alone is its own.
      for (const i of order) {
        lay(places[i], [said('u1', 'm1'), said('u2', 'm2'), ...(i === 2 ? [said('u3', 'm3')] : [])])
        await store.refreshFiles([places[i]])
      }
      const { sessions } = await store.list({ ids: [ID] })
      const listed = sessions
        .map(({ path, usage, countedElsewhere, relations }) => ({
          path,
          messages: usage.reduce((sum, { messages }) => sum + messages, 0),
          countedElsewhere,
          relations,
        }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      const copy = { kind: 'copy-of', session: ID, project: '-one', path: places[0] }
      expect(listed).toEqual([
        { path: places[0], messages: 2, countedElsewhere: false, relations: [] },
        { path: places[1], messages: 0, countedElsewhere: true, relations: [{ ...copy, root: null }] },
        { path: places[2], messages: 1, countedElsewhere: false, relations: [{ ...copy, root: roots[0] }] },
      ])
      expect((await store.lineage(ID)).map(({ path, from }) => [path, from.length])).toEqual([
        [places[0], 0],
        [places[1], 1],
        [places[2], 1],
      ])
      expect(await store.copied()).toEqual([{ session: ID, paths: places }])
      store.close()

      const { transcripts } = discover([...roots])
      expect(copiedAmong(transcripts.toReversed())).toEqual([{ session: ID, paths: places }])
      const byProject = async (found: typeof transcripts): Promise<unknown> =>
        (await coldUsage({ transcripts: found })).slices.map(({ project, session, messages }) => [
          project,
          session,
          messages,
        ])
      const counted = await byProject(
        order.flatMap((i) => transcripts.filter(({ path }) => path === places[i])),
      )
      // Both projects called -one.
      expect(counted).toEqual([['-one', ID, 3]])
    },
  )

  it('is none where only the id is the same', async () => {
    lay(at(roots[0], '-one'), [said('u1', 'm1')])
    lay(at(roots[0], '-two'), [said('v1', 'n1')])
    const store = openStore()
    await store.refresh()
    expect(
      (await store.list()).sessions.map(({ relations, countedElsewhere }) => ({
        relations,
        countedElsewhere,
      })),
    ).toEqual([
      { relations: [], countedElsewhere: false },
      { relations: [], countedElsewhere: false },
    ])
    store.close()
  })
})

describe('the longest of several copies', () => {
  it('is the one that all others are a beginning of, wherever it stands', () => {
    const places = ['-one', '-two', '-three'].map((project) => at(roots[0], project))
    // More than one piece is compared.
    lay(
      places[0],
      Array.from({ length: 4000 }, (_, i) => said(`u${i}`, `m${i}`)),
    )
    cpSync(places[0], made(places[1]))
    cpSync(places[0], made(places[2]))
    expect(longest(places)).toBe(places[0])
    expect(longest(places.toReversed())).toBe(places[2])
    appendFileSync(places[1], line(said('v', 'n')))
    expect(longest(places)).toBe(places[1])
    expect(longest(places.toReversed())).toBe(places[1])
    appendFileSync(places[2], line(said('w', 'n')))
    expect(longest(places)).toBe(null)
    expect(longest([places[2]])).toBe(places[2])
  })
})

function longest([first, ...others]: readonly string[]): string | null {
  const place = (path: string): { path: string; place: 'disk' } => ({ path, place: 'disk' })
  const store = openStore()
  try {
    return longestCopy(store.home, [place(first), ...others.map(place)])?.path ?? null
  } finally {
    store.close()
  }
}

function openStore(): Store {
  return Store.open({
    env: { SKEIN_HOME: join(folder, 'home'), HOME: folder, CLAUDE_CONFIG_DIR: roots.join(',') },
  })
}

function at(root: string, project: string, name = `${ID}.jsonl`): string {
  return join(root, 'projects', project, name)
}

function made(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  return path
}

function lay(path: string, rows: readonly object[]): void {
  writeFileSync(made(path), rows.map(line).join(''))
}

function line(row: object): string {
  return `${JSON.stringify(row)}\n`
}

function said(uuid: string, id: string): object {
  const usage = { input_tokens: 1, output_tokens: 2 }
  return {
    type: 'assistant',
    uuid,
    parentUuid: null,
    sessionId: ID,
    timestamp: '2026-05-01T10:00:00.000Z',
    message: { id, role: 'assistant', model: 'claude-test-1', content: [], usage },
  }
}
