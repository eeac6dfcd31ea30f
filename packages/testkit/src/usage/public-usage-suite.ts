import { readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coldUsage, discover } from '@skein/store'
import { readTranscript, sumUsage, UsageReader } from '@skein/transcript'
import { afterAll, describe, expect, it } from 'vitest'
import { ccusageBinary } from '../bench/store/references.ts'
import { publicTranscripts } from '../kernel/public-transcripts.ts'
import { ccusageReading } from './ccusage-rules.ts'
import { differenceTable } from './difference-table.ts'
import { byDay, dayOf, differences, less } from './difference.ts'
import { ccusageDays, layOut, linesIn } from './public-history.ts'
import { skeinMessages } from './skein-rules.ts'
import type { Tokens } from './usage-line.ts'

/** Holds usage to the public transcripts, where there are some; a suite of its own would be empty elsewhere. */
export function describePublicUsage(): void {
  const transcripts = publicTranscripts('usage')
  if (transcripts.length === 0) return
  describe('usage of public transcripts', () => {
    const history = layOut(transcripts)
    const lines = linesIn(history)
    const skein = byDay(
      [...skeinMessages(lines).values()].map(({ time, tokens }) => ({ day: dayOf(time), tokens })),
    )
    const found = differences(lines)
    afterAll(() => rmSync(history.root, { recursive: true }))

    it('is the kernel’s, transcript by transcript, row by row', () => {
      const fast = new UsageReader()
      const whole = new UsageReader()
      for (const path of history.files) {
        const bytes = readFileSync(path)
        whole.begin()
        whole.readStructure(readTranscript(bytes, { agentFile: basename(path).startsWith('agent-') }))
        fast.begin()
        for (let at = 0; at < bytes.length;) {
          const space = fast.space()
          const length = Math.min(space.length, bytes.length - at)
          space.set(bytes.subarray(at, at + length))
          fast.advance(length)
          at += length
        }
        fast.end()
        if (!fast.needsStructure) expect(numbersOf(fast)).toEqual(numbersOf(whole))
      }
    })

    it('is counted cold as the rules say, day by day, and as the kernel sums it up', async () => {
      const { slices } = await coldUsage({ transcripts: discover([history.root]).transcripts })
      const cold = slices.map(({ first, tokens }) => ({
        day: dayOf(first),
        tokens: [
          tokens.input,
          tokens.output,
          tokens.cacheRead,
          tokens.cacheWrite5m + tokens.cacheWrite1h,
        ] as const,
      }))
      expect(byDay(cold)).toEqual(skein)
      const kernel = sumUsage(history.files.map((path) => readTranscript(readFileSync(path))))
      expect(slices.reduce((sum, { messages }) => sum + messages, 0)).toBe(kernel.messages)
      expect(slices.reduce((sum, { tokens }) => sum + tokens.output, 0)).toBe(kernel.total.output)
    })

    const binary = ccusageBinary((line) => console.info(`usage: ${line}`))
    it.skipIf(binary === null)(
      'differs from what ccusage prints by what docs/usage.md explains, and by nothing else',
      () => {
        const printed = ccusageDays(binary ?? '', history.root)
        const { entries } = ccusageReading(lines)
        expect(byDay(entries.map(({ time, tokens }) => ({ day: dayOf(time), tokens })))).toEqual(printed)
        const explained = byDay(found)
        for (const day of new Set([...printed.keys(), ...skein.keys()]))
          expect([day, less(printed.get(day) ?? NONE, skein.get(day) ?? NONE)]).toEqual([
            day,
            explained.get(day) ?? NONE,
          ])
      },
    )

    it('is the table of docs/usage.md', () => {
      const path = fileURLToPath(new URL('../../../../docs/usage.md', import.meta.url))
      // The formatter of documents pads the cells.
      const document = readFileSync(path, 'utf8').replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---')
      expect(document).toContain(differenceTable(skein, found))
    })
  })
}

const NONE: Tokens = [0, 0, 0, 0]

/** Every number of a reader's rows, in the order of the file; names as text. */
function numbersOf({ rows, names }: UsageReader): unknown[] {
  return Array.from({ length: rows.count }, (_, row) => [
    rows.offset[row],
    rows.low[row],
    rows.high[row],
    rows.time[row],
    rows.flags[row],
    names.text(rows.model[row]),
    names.text(rows.session[row]),
    names.text(rows.tier[row]),
    ...rows.counters.subarray(row * 8, row * 8 + 8),
  ]).sort(([a], [b]) => Number(a) - Number(b))
}
