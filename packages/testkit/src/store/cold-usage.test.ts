import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { addUsage, NO_USAGE, readTranscript, sumUsage, type TokenUsage } from '@skein/transcript'
import type { UsageSlice } from '@skein/view'
import { afterEach, describe, expect, it } from 'vitest'
import { writeCorpus } from '../corpus/layout.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { coldUsage, type ColdTranscript } from '../../../store/src/embedded/usage/cold-usage.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

describe('cold usage of a generated history', () => {
  it('is the generator’s truth to the token, by one thread and by two', async () => {
    const out = temporary()
    const { usage, lines, bytes } = writeCorpus({ bytes: 12_000_000, seed: 'cold', out, damage: 0 })
    const { transcripts } = discover([out])
    const one = await coldUsage({ transcripts, threads: 1 })
    const two = await coldUsage({ transcripts: transcripts.toReversed(), threads: 2 })
    expect(totalOf(one.slices)).toEqual({ ...usage, webSearches: 0, webFetches: 0 })
    expect(one.counts).toMatchObject({ bytes, lines, threads: 1 })
    expect(two).toEqual({ ...one, counts: { ...one.counts, threads: 2 } })
  })

  it('is what the kernel sums up of damaged transcripts, with forks and sub-agents', async () => {
    const out = temporary()
    writeCorpus({ bytes: 4_000_000, seed: 'damaged', out, damage: 0.05 })
    const { transcripts } = discover([out])
    const { slices } = await coldUsage({ transcripts })
    const kernel = sumUsage(
      transcripts.map(({ path }) =>
        readTranscript(readFileSync(path), { agentFile: basename(path).startsWith('agent-') }),
      ),
    )
    expect(totalOf(slices)).toEqual(kernel.total)
    expect(slices.reduce((sum, { messages }) => sum + messages, 0)).toBe(kernel.messages)
    const byModel = new Map<string, TokenUsage>()
    for (const { model, tokens } of slices)
      byModel.set(model, addUsage(byModel.get(model) ?? NO_USAGE, tokens))
    expect(byModel).toEqual(kernel.byModel)
  })
})

describe('a message that stands in several files', () => {
  it('belongs to the row without forkedFrom, however late that is', async () => {
    const slices = await slicesOf({
      'a.jsonl': [row({ session: 'a', time: 1, forkedFrom: true })],
      'b.jsonl': [row({ session: 'b', time: 2 })],
    })
    expect(slices.map(({ session, messages }) => [session, messages])).toEqual([['b', 1]])
  })

  it('then to the earliest, then to the smallest session id, in any order of files', async () => {
    expect(await ownerOf([row({ session: 'a', time: 2 }), row({ session: 'b', time: 1 })])).toBe('b')
    expect(await ownerOf([row({ session: 'b', time: 1 }), row({ session: 'a', time: 1 })])).toBe('a')
    expect(await ownerOf([row({ session: 'b', time: 1 }), row({ session: 'a', time: null })])).toBe('b')
  })

  it('counts with its largest row, wherever that is', async () => {
    const [slice] = await slicesOf({
      'a.jsonl': [row({ session: 'a', time: 1, output: 5 })],
      'b.jsonl': [
        row({ session: 'b', time: 2, output: 9, model: 'bigger' }),
        row({ session: 'b', time: 3, output: 1 }),
      ],
    })
    expect([slice.session, slice.model, slice.tokens.output]).toEqual(['a', 'bigger', 9])
  })
})

describe('slices', () => {
  it('keep apart what a report can tell apart, with exact times', async () => {
    const quarter = 900_000
    const rows = [
      row({ id: 'm1', time: 0 }),
      row({ id: 'm2', time: quarter - 1, output: 2 }),
      row({ id: 'm3', time: quarter }),
      row({ id: 'm4', time: quarter, tier: 'priority' }),
      row({ id: 'm5', time: quarter, input: 200_001 }),
      row({ id: 'm6', time: null }),
    ]
    const slices = await slicesOf({
      's.jsonl': rows,
      's/subagents/agent-1.jsonl': [row({ id: 'm7', time: 5 })],
    })
    const shown = slices.map((slice) => [
      slice.first,
      slice.last,
      slice.tier,
      slice.subagent,
      slice.longContext,
      slice.messages,
      slice.tokens.output,
    ])
    expect(shown).toEqual([
      [0, quarter - 1, 'standard', false, false, 2, 3],
      [5, 5, 'standard', true, false, 1, 1],
      [quarter, quarter, 'priority', false, false, 1, 1],
      [quarter, quarter, 'standard', false, false, 1, 1],
      [quarter, quarter, 'standard', false, true, 1, 1],
      [Number.NaN, Number.NaN, 'standard', false, false, 1, 1],
    ])
    expect(new Set(slices.map(({ project, session }) => `${project}/${session}`))).toEqual(new Set(['p/s']))
  })

  it('name the session of a flat sub-agent, which only its rows know', async () => {
    const slices = await slicesOf({ 'agent-1.jsonl': [row({ session: 'parent' })] })
    expect(slices.map(({ session, subagent }) => [session, subagent])).toEqual([['parent', true]])
  })
})

describe('files that cannot be read', () => {
  it('are told, and the others counted', async () => {
    const root = history({ 'a.jsonl': [row({ id: 'm1' })], 'b.jsonl': [row({ id: 'm2' })] })
    const { transcripts } = discover([root])
    rmSync(transcripts.find(({ session }) => session === 'a')?.path ?? '')
    for (const threads of [1, 2]) {
      const { slices, unreadable } = await coldUsage({ transcripts, threads })
      expect(unreadable.map(({ path, code }) => [basename(path), code])).toEqual([['a.jsonl', 'ENOENT']])
      expect(slices.map(({ session }) => session)).toEqual(['b'])
    }
  })

  it('may have become folders meanwhile', async () => {
    const root = history({ 'a.jsonl': [row({})] })
    const { transcripts } = discover([root])
    rmSync(transcripts[0].path)
    mkdirSync(transcripts[0].path)
    expect((await coldUsage({ transcripts })).unreadable.map(({ code }) => code)).toEqual(['EISDIR'])
  })
})

describe('a count under way', () => {
  it('stops when asked to', async () => {
    const out = temporary()
    writeCorpus({ bytes: 1_000_000, seed: 'stop', out, damage: 0 })
    const { transcripts } = discover([out])
    // Many times the same files: long enough that there is a break in which to stop.
    const many = Array.from({ length: 400 }, () => transcripts).flat()
    const stopped = coldUsage({ transcripts: many, threads: 2, signal: AbortSignal.abort() })
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('tells how far it is, and ends with all', async () => {
    const root = history({ 'a.jsonl': [row({})] })
    const { transcripts } = discover([root])
    const told: [number, number][] = []
    await coldUsage({ transcripts, onProgress: (done, total) => told.push([done, total]) })
    const size = transcripts[0].size
    expect(told.at(-1)).toEqual([size, size])
  })
})

interface RowFields {
  readonly id?: string
  readonly session?: string
  readonly time?: number | null
  readonly input?: number
  readonly output?: number
  readonly model?: string
  readonly tier?: string
  readonly forkedFrom?: boolean
}

function row({ id = 'm', session = 's', time = 0, output = 1, input = 0, ...rest }: RowFields): string {
  const usage = { input_tokens: input, output_tokens: output, service_tier: rest.tier ?? 'standard' }
  return JSON.stringify({
    type: 'assistant',
    uuid: `${session}-${id}-${output}`,
    sessionId: session,
    ...(time === null ? {} : { timestamp: new Date(time).toISOString() }),
    ...(rest.forkedFrom === true ? { forkedFrom: { sessionId: 'origin' } } : {}),
    message: { id, role: 'assistant', model: rest.model ?? 'claude', content: [], usage },
  })
}

async function ownerOf([first, second]: readonly string[]): Promise<string> {
  const forwards = await slicesOf({ 'agent-1.jsonl': [first], 'agent-2.jsonl': [second] })
  const backwards = await slicesOf({ 'agent-1.jsonl': [second], 'agent-2.jsonl': [first] })
  expect(backwards).toEqual(forwards)
  expect(forwards).toHaveLength(1)
  return forwards[0].session
}

async function slicesOf(files: Record<string, string[]>): Promise<readonly UsageSlice[]> {
  const transcripts: ColdTranscript[] = discover([history(files)]).transcripts
  return (await coldUsage({ transcripts })).slices
}

/** A config root with one project, `p`. */
function history(files: Record<string, string[]>): string {
  const root = temporary()
  for (const [name, rows] of Object.entries(files)) {
    const path = join(root, 'projects', 'p', name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, rows.map((text) => `${text}\n`).join(''))
  }
  return root
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-cold-'))
  folders.push(folder)
  return folder
}

function totalOf(slices: readonly UsageSlice[]): TokenUsage {
  return slices.reduce((sum, { tokens }) => addUsage(sum, tokens), NO_USAGE)
}
