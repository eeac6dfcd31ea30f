import { readPrompt, readRows } from '@skein/transcript'
import { CUT_NAME } from './cut.ts'
import { imageViews, MOST_IMAGES } from './image-view.ts'
import type { Reading } from './reading.ts'
import type { PromptView } from './session-view.ts'
import { CUT_TEXT } from './step-view.ts'

/** A prompt as a page shows it; one that is too long to be read is told without its text. */
export function promptView(reading: Reading, row: number): PromptView {
  const { transcript } = reading
  const source = reading.once()
  const { key, uuid, line } = reading.placeOf(row)
  const prompt = readPrompt(transcript, source, row)
  const entry = readRows(transcript.scan, source, [row]).get(row)
  if (prompt === null)
    return {
      kind: 'oversized',
      key,
      uuid,
      line,
      text: { text: '', length: 0 },
      command: null,
      injected: [],
      images: [],
      queued: false,
      resumedAfterMs: null,
    }
  return {
    kind: prompt.kind,
    key,
    uuid,
    line,
    text: reading.text(prompt.typed, CUT_TEXT),
    command: prompt.command === null ? null : reading.line(prompt.command.name, CUT_NAME),
    injected: reading.first(prompt.injected, MOST_INJECTED).map(({ tag, text }) => ({
      kind: reading.line(tag, CUT_NAME),
      text: reading.text(text, CUT_INJECTED),
    })),
    images: entry?.kind === 'user' ? reading.first(imageViews(entry.content, null, key), MOST_IMAGES) : [],
    queued: prompt.queued,
    resumedAfterMs: prompt.resumedAfterMs,
  }
}

const MOST_INJECTED = 20
const CUT_INJECTED = 2000
