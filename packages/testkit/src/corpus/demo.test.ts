import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { patchOf } from './demo-patch.ts'
import { demoFiles } from './demo.ts'

const COMMITTED = fileURLToPath(new URL('../../../cli/demo/', import.meta.url))
const files = demoFiles()
const transcripts = [...files]
  .filter(([path]) => path.endsWith('.jsonl'))
  .map(([path, bytes]) => ({ path, rows: rowsOf(bytes) }))
const text = [...files.values()].map((bytes) => Buffer.from(bytes).toString()).join('')

describe('the bundled demo sessions', () => {
  it('are exactly what `writeDemo` of demo.ts makes', () => {
    const committed = readdirSync(COMMITTED, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.jsonl?$/.test(path),
    )
    expect(committed.sort()).toEqual([...files.keys()].sort())
    for (const [path, bytes] of files)
      expect(readFileSync(join(COMMITTED, path), 'utf8')).toBe(Buffer.from(bytes).toString())
  })

  it('are made the same twice', () => {
    const strings = (made: Map<string, Uint8Array>) =>
      [...made].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])
    expect(strings(demoFiles())).toEqual(strings(files))
  })

  it('are smaller than 200 KB together', () => {
    expect([...files.values()].reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(200_000)
  })

  it.each(transcripts)('$path has no dangling parent and times that rise', ({ rows }) => {
    const seen = new Set<unknown>([null])
    let last = ''
    for (const row of rows) {
      if (typeof row['uuid'] !== 'string') continue
      expect(seen).toContain(row['parentUuid'])
      seen.add(row['uuid'])
      expect(String(row['timestamp']) > last).toBe(true)
      last = String(row['timestamp'])
    }
  })

  it.each(transcripts)('$path answers every tool call once', ({ rows }) => {
    const blocks = rows.flatMap((row) => blocksOf(row))
    const asked = blocks.flatMap((block) => (block['type'] === 'tool_use' ? [block['id']] : []))
    const answered = blocks.flatMap((block) =>
      block['type'] === 'tool_result' ? [block['tool_use_id']] : [],
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(answered.length).toBe(asked.length)
    expect(new Set(answered)).toEqual(new Set(asked))
  })

  it.each([
    ['an edit with a patch', /"structuredPatch":\[\{"oldStart"/],
    ['a command and its output', /"name":"Bash"/],
    ['a failed command', /"toolUseResult":"Error: Exit code 1/],
    ['a refused edit', /File has not been read yet/],
    ['a denied tool', /"toolUseResult":"User rejected tool use"/],
    ['an interruption', /\[Request interrupted by user for tool use\]/],
    ['an API failure', /"isApiErrorMessage":true/],
    ['a todo list', /"name":"TodoWrite"/],
    ['a compaction', /"subtype":"compact_boundary".*"compactMetadata"/],
    ['a summary of it', /"isCompactSummary":true/],
    ['a sub-agent', /"isSidechain":true,.*"agentId":"a/],
    ['thinking', /"type":"thinking"/],
    ['a slash command', /<command-name>/],
    ['a bash prompt', /<bash-input>/],
    ['an IDE selection', /<ide_selection>/],
  ])('show %s', (_, pattern) => {
    expect(text).toMatch(pattern)
  })

  it('show a rewind: two prompts on one parent', () => {
    const prompts = transcripts.flatMap(({ rows }) =>
      rows.filter((row) => row['type'] === 'user' && row['parentUuid'] && typeof contentOf(row) === 'string'),
    )
    const parents = prompts.map((row) => row['parentUuid'])
    expect(parents.filter((parent, i) => parents.indexOf(parent) !== i)).toHaveLength(1)
  })

  it('show parallel tools: three blocks of one message, each answered on its own row', () => {
    const counts = new Map<string, number>()
    for (const row of transcripts.flatMap(({ rows }) => rows)) {
      const id = messageOf(row)?.['id']
      if (typeof id === 'string' && blocksOf(row).some((block) => block['type'] === 'tool_use'))
        counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect(Math.max(...counts.values())).toBe(3)
  })
})

describe('patchOf', () => {
  it('keeps three lines around a change and counts both sides', () => {
    expect(patchOf('a\nb\nc\nd\ne\nf\ng\nh\ni', 'a\nb\nc\nd\nE\nE2\nf\ng\nh\ni')).toEqual([
      {
        oldStart: 2,
        oldLines: 7,
        newStart: 2,
        newLines: 8,
        lines: [' b', ' c', ' d', '-e', '+E', '+E2', ' f', ' g', ' h'],
      },
    ])
  })

  it('finds lines that stayed between two changes', () => {
    expect(patchOf('1\nsame\n2', 'one\nsame\ntwo')[0].lines).toEqual(['-1', '+one', ' same', '-2', '+two'])
  })

  it('has nothing to say about equal texts', () => {
    expect(patchOf('a\nb', 'a\nb')).toEqual([])
  })
})

type Row = Record<string, unknown>

function rowsOf(bytes: Uint8Array): Row[] {
  return Buffer.from(bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row) // every line is one of our own rows
}

function messageOf(row: Row): Row | undefined {
  return row['message'] as Row | undefined // our own rows hold an object here or nothing
}

function contentOf(row: Row): unknown {
  return messageOf(row)?.['content']
}

function blocksOf(row: Row): Row[] {
  const content = contentOf(row)
  return Array.isArray(content) ? content : []
}
