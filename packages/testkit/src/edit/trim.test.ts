import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { estimateTokens } from '@skein/transcript'
import { sessionInMemory, TRIM_PRESETS, type EditSession, type TrimOptions } from '@skein/edit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemorySink } from '../corpus/sinks.ts'
import { writeSession } from '../corpus/session.ts'
import { anySession } from '../kernel/sessions.ts'
import { publicTranscripts } from '../kernel/public-transcripts.ts'
import { brokenLaws } from './trim-laws.ts'
import { trimOptions } from './trim-options.ts'

const SESSION = '5e551000-0000-4000-8000-000000000001'

describe('trimming generated sessions', () => {
  it('holds to its laws, whatever is asked', () => {
    let trims = 0
    fc.assert(
      fc.property(anySession, fc.boolean(), trimOptions, (options, realistic, trim) => {
        const sink = new MemorySink()
        writeSession({ ...options, sink, realistic, project: '-srv-app' })
        const broken = brokenLaws(sessionOf(sink.bytes()), trim)
        if (broken === null) return
        trims++
        expect(broken).toEqual([])
      }),
      { numRuns: 250 },
    )
    expect(trims).toBeGreaterThan(100)
  })

  it('reaches a target, or says that it cannot', () => {
    let trims = 0
    fc.assert(
      fc.property(anySession, fc.integer({ min: 1, max: 99 }), (options, percent) => {
        const sink = new MemorySink()
        writeSession({ ...options, sink, realistic: true, project: '-srv-app' })
        const session = sessionOf(sink.bytes())
        const broken = brokenLaws(session, { targetTokens: shareOf(session, percent) })
        if (broken === null) return
        trims++
        expect(broken).toEqual([])
      }),
      { numRuns: 120 },
    )
    expect(trims).toBeGreaterThan(50)
  })
})

const files = publicTranscripts('trim')

if (files.length > 0)
  describe('trimming public transcripts', () => {
    for (const [i, file] of files.entries())
      it(`${i} ${basename(file)} holds to its laws`, () => {
        const session = sessionOf(readFileSync(file))
        const trims: TrimOptions[] = [
          ...TRIM_PRESETS.map((preset) => ({ preset })),
          { tools: { kind: 'remove' }, olderThan: { unit: 'turns', value: 2 }, thinking: 'drop' },
          { targetTokens: shareOf(session, 40) },
        ]
        for (const trim of trims) expect([trim, brokenLaws(session, trim) ?? []]).toEqual([trim, []])
      })
  })

function sessionOf(main: Uint8Array): EditSession {
  return sessionInMemory({ id: SESSION, main })
}

function shareOf({ main }: EditSession, percent: number): number {
  return Math.max(1, Math.floor((estimateTokens(main.transcript, main.source) * percent) / 100))
}
