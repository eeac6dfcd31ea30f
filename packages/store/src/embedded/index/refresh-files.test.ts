import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Store } from '../store.ts'

let folder: string
let root: string
let store: Store

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skein-files-')))
  root = join(folder, 'config')
  write('-p/a.jsonl', 'one')
  write('-p/b.jsonl', 'two')
  const env = { SKEIN_HOME: join(folder, 'home'), HOME: folder, CLAUDE_CONFIG_DIR: root }
  store = Store.open({ env })
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

describe('a refresh of named files', () => {
  it('reads what was appended to them and looks at no other', async () => {
    await store.refresh()
    appendFileSync(at('-p/a.jsonl'), line('more'))
    appendFileSync(at('-p/b.jsonl'), line('unseen'))
    expect(await store.refreshFiles([at('-p/a.jsonl')])).toMatchObject({
      filesSeen: 1,
      filesRead: 1,
      linesParsed: 1,
    })
    expect(await prompts()).toEqual({ a: 2, b: 1 })
  })

  it('takes in new files', async () => {
    await store.refresh()
    write('-q/c.jsonl', 'three')
    write('-p/a/subagents/agent-x.jsonl', 'four')
    await store.refreshFiles([at('-q/c.jsonl'), at('-p/a/subagents/agent-x.jsonl')])
    expect(await prompts()).toEqual({ a: 1, b: 1, c: 1 })
    expect((await store.list({ ids: ['a'] })).sessions[0].agents).toBe(1)
  })

  it('does nothing for a file that is as it was', async () => {
    await store.refresh()
    expect(await store.refreshFiles([at('-p/a.jsonl')])).toMatchObject({ filesRead: 0, rowsWritten: 0 })
  })

  it('becomes a whole one where a file is gone, or nothing was indexed yet', async () => {
    await store.refreshFiles([at('-p/a.jsonl')])
    expect(await prompts()).toEqual({ a: 1, b: 1 })
    rmSync(at('-p/b.jsonl'))
    expect(await store.refreshFiles([at('-p/b.jsonl')])).toMatchObject({ filesRemoved: 1 })
    expect(await prompts()).toEqual({ a: 1 })
  })

  it('takes in nothing from elsewhere', async () => {
    await store.refresh()
    const other = join(folder, 'other', 'projects', '-x', 'd.jsonl')
    mkdirSync(dirname(other), { recursive: true })
    writeFileSync(other, line('elsewhere'))
    await store.refreshFiles([other])
    expect(await prompts()).toEqual({ a: 1, b: 1 })
  })
})

async function prompts(): Promise<Record<string, number>> {
  const { sessions } = await store.list()
  return Object.fromEntries(sessions.map(({ id, facts }) => [id, facts.prompts]))
}

function at(path: string): string {
  return join(root, 'projects', path)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), line(text))
}

function line(content: string): string {
  return `${JSON.stringify({ type: 'user', uuid: content, message: { role: 'user', content } })}\n`
}
