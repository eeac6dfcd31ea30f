import type { Message } from '@skein/transcript'
import {
  allMessages,
  bytesInMemory,
  branches,
  contextTokens,
  fullView,
  readPrompts,
  readToolCalls,
  resumeView,
  sumUsage,
  toolCalls,
  Transcript,
  turns,
  turnTexts,
} from '@skein/transcript'

/** Everything the kernel derives from a transcript, as plain values that two readings can be compared by. */
export function derivedPicture(transcript: Transcript, bytes: Uint8Array): Record<string, unknown> {
  const source = bytesInMemory(bytes)
  const calls = [...toolCalls(transcript)]
  const all = [...turns(transcript)]
  const rows = Array.from({ length: transcript.rowCount }, (_, row) => row)
  const resume = resumeView(transcript, source)
  return {
    diagnostics: transcript.diagnostics,
    path: [...transcript.path.rows()],
    starts: [...transcript.turnStarts],
    parents: rows.map((row) => (transcript.graph.isNode(row) ? transcript.graph.before(row) : -1)),
    messages: [...allMessages(transcript)].map(withoutKey),
    turns: all.map((turn) => ({ ...turn, messages: turn.messages.map(withoutKey) })),
    texts: turnTexts(transcript, source, all),
    prompts: [...readPrompts(transcript, source, rows)],
    calls: readToolCalls(transcript, source, calls),
    branches: branches(transcript),
    places: [...fullView(transcript).places()],
    usage: { ...sumUsage([transcript]), byModel: [...sumUsage([transcript]).byModel] },
    context: contextTokens(transcript, source),
    contextByColumns: contextTokens(transcript),
    resume: resume.kind === 'conversation' ? resume.rows : resume.kind,
  }
}

/** The key is a handle into one reading's strings, numbered as they came. */
function withoutKey(message: Message): Omit<Message, 'key'> {
  const { key: _key, ...rest } = message
  return rest
}

export function read(
  parts: Iterable<Uint8Array>,
  options: { readonly agentFile?: boolean } = {},
): Transcript {
  const transcript = new Transcript(options)
  for (const part of parts) transcript.append(part)
  transcript.end()
  return transcript
}
