import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCorpus } from './layout.ts'
import type { CorpusSummary } from './layout.ts'
import { compareRealism, measureFolder } from './realism.ts'
import type { SessionTruth } from './truth.ts'

const BYTES = 10_000_000

describe('writeCorpus', () => {
  let folder: string
  let out: string
  let summary: CorpusSummary

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-corpus-'))
    out = join(folder, 'corpus')
    summary = writeCorpus({ bytes: BYTES, seed: '7', out, damage: 0 })
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('looks like the public transcripts', async () => {
    const off = compareRealism(await measureFolder(join(out, 'projects'))).filter((row) => !row.ok)
    expect(off).toEqual([])
  })

  it('reaches the size asked for and counts what it wrote', () => {
    const names = transcripts(out)
    const bytes = names.reduce((sum, name) => sum + readFileSync(join(out, name)).length, 0)
    expect(bytes).toBe(summary.bytes)
    expect(names).toHaveLength(summary.transcripts)
    expect(bytes).toBeGreaterThanOrEqual(BYTES)
    expect(bytes).toBeLessThan(BYTES * 1.3)
  })

  it('lays sessions, sub-agents, side files and truth out like a config root', () => {
    const names = new Set(files(out))
    for (const name of names) expect(name).toMatch(LAYOUT)
    for (const name of [...names].filter((one) => one.startsWith('truth/') && one !== 'truth/corpus.json')) {
      const truth = JSON.parse(readFileSync(join(out, name), 'utf8')) as SessionTruth // written by this corpus
      const folderOf = `projects/${truth.project}`
      expect(names.has(`${folderOf}/${truth.sessionId}.jsonl`)).toBe(true)
      for (const agent of truth.agents) {
        if (agent.place === 'flat') expect(names.has(`${folderOf}/agent-${agent.id}.jsonl`)).toBe(true)
        if (agent.place === 'subagents')
          expect(names.has(`${folderOf}/${truth.sessionId}/subagents/agent-${agent.id}.jsonl`)).toBe(true)
      }
    }
  })

  it('writes the same files again for the same options', () => {
    const again = join(folder, 'again')
    writeCorpus({ bytes: 1_000_000, seed: '11', out: again, damage: 0.02 })
    const third = join(folder, 'third')
    writeCorpus({ bytes: 1_000_000, seed: '11', out: third, damage: 0.02 })
    expect(files(third)).toEqual(files(again))
    for (const name of files(again))
      expect(readFileSync(join(third, name)).equals(readFileSync(join(again, name)))).toBe(true)
  })

  it('adds one huge session on request', () => {
    const huge = join(folder, 'huge')
    writeCorpus({ bytes: 200_000, seed: '1', out: huge, damage: 0, huge: 3_000_000 })
    const sizes = transcripts(huge).map((name) => readFileSync(join(huge, name)).length)
    expect(sizes.filter((size) => size >= 3_000_000)).toHaveLength(1)
  })
})

const LAYOUT =
  /^(truth\/(corpus|[0-9a-f-]{36})\.json|projects\/[A-Za-z0-9-]+\/([0-9a-f-]{36}\.jsonl|agent-[0-9a-f]{7}\.jsonl|[0-9a-f-]{36}\/(subagents\/agent-a[0-9a-f]{16}\.(jsonl|meta\.json)|tool-results\/\w+\.txt)))$/

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

function transcripts(folder: string): string[] {
  return files(folder).filter((name) => name.endsWith('.jsonl'))
}
