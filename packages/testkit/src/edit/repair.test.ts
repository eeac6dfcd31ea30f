import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  EditError,
  faultsOf,
  renderInMemory,
  repairSession,
  sessionInMemory,
  type EditSession,
} from '@skein/edit'
import { BLOCK, blocksIn, KIND, resumeView } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../corpus/prng.ts'
import { generateSession } from '../corpus/session.ts'
import { damaged, linesOf } from '../fuzz/damage.ts'
import { publicTranscripts } from '../kernel/public-transcripts.ts'
import { anySession, cleanSession } from '../kernel/sessions.ts'

const ID = '5e551000-0000-4000-8000-000000000001'
const COPY = 'c0b1e500-0000-4000-8000-000000000002'
const AGAIN = 'c0b1e500-0000-4000-8000-000000000003'

function sessionOf(main: Uint8Array): EditSession {
  return sessionInMemory({ id: ID, main })
}

/** The mended session; null where nothing is damaged. */
function repaired(session: EditSession, id: string): EditSession | null {
  try {
    return renderInMemory(repairSession(session).draft, id)
  } catch (error) {
    if (error instanceof EditError && error.code === 'nothing-to-do') return null
    throw error
  }
}

/**
 * Messages that a resume has: rows in which somebody says something. Thinking alone is none, since the API may refuse
 * it, nor is a result without its call, which newer versions do not send.
 */
function reached({ main }: EditSession): number {
  const { transcript, source } = main
  const view = resumeView(transcript, source)
  if (view.kind !== 'conversation') return 0
  const { columns, blocks } = transcript.scan
  const rows = new Set(view.rows)
  const isSilent = (block: number): boolean =>
    blocks.kind[block] === BLOCK.thinking ||
    (blocks.kind[block] === BLOCK.toolResult &&
      !transcript.tools.usesOf(blocks.toolId[block]).some((use) => rows.has(blocks.row[use])))
  return view.rows.filter((row) => {
    const speaks = columns.kind[row] === KIND.user || columns.kind[row] === KIND.assistant
    const said = blocksIn(transcript.scan, row)
    return speaks && (said.length === 0 || !said.every(isSilent))
  }).length
}

function expectMended(session: EditSession): void {
  const once = repaired(session, COPY)
  if (once === null) return
  expect(reached(once)).toBeGreaterThanOrEqual(reached(session))
  expect(repaired(once, AGAIN)).toBeNull()
}

describe('repair', () => {
  test('of sessions with damage as it occurs reaches no less, and a second time finds nothing', () => {
    fc.assert(
      fc.property(anySession, (options) => expectMended(sessionOf(generateSession(options).bytes))),
      { numRuns: 100 },
    )
  })

  test('of randomly damaged sessions reaches no less, and a second time finds nothing', () => {
    fc.assert(
      fc.property(anySession, fc.integer(), (options, seed) => {
        const { bytes } = damaged(linesOf(generateSession(options).bytes), new Random(seed))
        expectMended(sessionOf(bytes))
      }),
      { numRuns: 200 },
    )
  })

  test('leaves sound sessions alone', () => {
    // A call under way, and thinking without text or signature, leave something to mend.
    const sound = cleanSession.filter(
      ({ features = {} }) =>
        !(features.pendingTool ?? false) && !(features.gateway ?? false) && !(features.thinking ?? false),
    )
    fc.assert(
      fc.property(sound, (options) => {
        expect(repaired(sessionOf(generateSession(options).bytes), COPY)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})

const files = publicTranscripts('repair')

describe.skipIf(files.length === 0)('repair of public transcripts', () => {
  test.each(files.map((file) => [basename(file), file]))('%s', (_, file) => {
    const session = sessionOf(readFileSync(file))
    expectMended(session)
    const once = repaired(session, COPY)
    if (once === null) return
    const before = faultsOf(session.main)
    for (const [fault, count] of faultsOf(once.main))
      expect({ fault, more: count > (before.get(fault) ?? 0) }).toEqual({ fault, more: false })
  })
})
