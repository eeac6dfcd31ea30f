import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  compressSession,
  EditError,
  faultsOf,
  renderInMemory,
  sessionInMemory,
  type CompressOptions,
  type Draft,
  type EditSession,
  type Replacement,
} from '@skein/edit'
import { OBSERVED, resumeRequest } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSession, type SessionOptions } from '../corpus/session.ts'
import { anySession } from '../kernel/sessions.ts'
import { publicTranscripts } from '../kernel/public-transcripts.ts'

const COPY = 'c0b1e500-0000-4000-8000-000000000002'
const ALL: CompressOptions = { bands: [{ from: 0, to: 100, share: 30 }] }

/** The draft, or null where there is nothing to do; anything else that is thrown is a bug. */
async function drafted(session: EditSession, options: CompressOptions): Promise<Draft | null> {
  return compressSession(session, options).catch((error: unknown) => {
    if (error instanceof EditError && ['nothing-to-do', 'option', 'out-of-reach'].includes(error.code))
      return null
    throw error
  })
}

/** What two values differ in: the pairs of texts. Anything else that differs is `null`. */
function differences(before: unknown, after: unknown, found: (readonly [string, string] | null)[]): void {
  if (Object.is(before, after)) return
  if (typeof before === 'string' && typeof after === 'string') found.push([before, after])
  else if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    found.push(null)
  else {
    const [old, now] = [Object.entries(before), Object.entries(after)]
    if (old.length !== now.length || old.some(([key], i) => key !== now[i][0])) found.push(null)
    else for (const [i, [, value]] of old.entries()) differences(value, now[i][1], found)
  }
}

/** There may be fewer: bytes that are no UTF-8 are gone with the text they stood in. */
function assertNoNewFault(session: EditSession, copy: EditSession): void {
  const before = faultsOf(session.main)
  const more = [...faultsOf(copy.main)].filter(([code, count]) => count > (before.get(code) ?? 0))
  expect(more).toEqual([])
}

/** In place, every version sends the same but for texts that were replaced. */
async function assertInPlace(session: EditSession, options: CompressOptions): Promise<boolean> {
  const draft = await drafted(session, options)
  if (draft === null) return false
  const { originals } = draft
  const copy = renderInMemory(draft, COPY)
  assertNoNewFault(session, copy)
  for (const { version } of OBSERVED) {
    const found: (readonly [string, string] | null)[] = []
    const [before, after] = [session, copy].map(({ main }) =>
      resumeRequest(main.transcript, main.source, { version, now: 0 }),
    )
    differences(before, after, found)
    for (const pair of found)
      expect(pair !== null && originals.some((one) => isReplaced(one, ...pair))).toBe(true)
  }
  return true
}

/** Programs trim results, end texts with a line end where another follows, and append reminders to results. */
function isReplaced({ original, text }: Replacement, before: string, after: string): boolean {
  const [old, now, sent, sentNow] = [original, text, before, after].map((one) => one.trim())
  if (!sent.startsWith(old) || !sentNow.startsWith(now)) return false
  return sent.slice(old.length).trim() === sentNow.slice(now.length).trim()
}

/** Behind a boundary the conversation is still one, with no fault that it had not. */
async function assertBehindBoundary(session: EditSession): Promise<boolean> {
  const draft = await drafted(session, { bands: [{ from: 0, to: 60, share: 30 }], boundary: true })
  if (draft === null) return false
  const copy = renderInMemory(draft, COPY)
  assertNoNewFault(session, copy)
  const request = resumeRequest(copy.main.transcript, copy.main.source, { now: 0 })
  expect(request.kind).toBe('sent')
  const messages = request.kind === 'sent' ? request.messages : []
  // Attachments of the prompt behind the boundary may be sent before the summary; no answer is.
  const answered = messages.findIndex(({ role }) => role === 'assistant')
  const opening = answered < 0 ? messages : messages.slice(0, answered)
  expect(JSON.stringify(opening)).toContain('This session is being continued from a previous conversation.')
  return true
}

/** Generated texts are short. The same session with more of each in its messages. */
function wordy(options: SessionOptions): EditSession {
  const lines = Buffer.from(generateSession(options).bytes)
    .toString('latin1')
    .split('\n')
    .map((line) =>
      line.replaceAll(
        /"(text|content)":"([^"\\]{6,})"/g,
        (_all, key: string, text: string) => `"${key}":"${`${text} `.repeat(60).trim()}"`,
      ),
    )
  return sessionInMemory({ id: 'x', main: Buffer.from(lines.join('\n'), 'latin1') })
}

describe('a generated session, compressed', () => {
  it('sends the same but for what was replaced', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(anySession, async (options) => {
        if (await assertInPlace(wordy(options), ALL)) done++
      }),
      { numRuns: 60 },
    )
    expect(done).toBeGreaterThan(20)
  })

  it('behind a boundary has no fault that it had not', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(anySession, async (options) => {
        if (await assertBehindBoundary(wordy(options))) done++
      }),
      { numRuns: 60 },
    )
    expect(done).toBeGreaterThan(10)
  })
})

const files = publicTranscripts('compress')
describe.skipIf(files.length === 0)('public transcripts, compressed', () => {
  it.each(files.map((file) => [basename(file), file]))('%s', async (_name, file) => {
    const session = sessionInMemory({ id: basename(file, '.jsonl'), main: readFileSync(file) })
    await assertInPlace(session, ALL)
    await assertInPlace(session, {})
    await assertBehindBoundary(session)
  })
})
