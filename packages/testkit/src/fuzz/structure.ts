import {
  branches,
  bytesInMemory,
  fileChanges,
  readToolCalls,
  resumeRequest,
  toolCalls,
  Transcript,
} from '@skein/transcript'

/** What the kernel makes of a transcript that arrives in these parts, as text that can be compared. */
export function structureOf(parts: readonly Uint8Array[]): string {
  const transcript = appended(parts)
  const { path } = transcript
  return JSON.stringify({
    rows: transcript.rowCount,
    path: Array.from({ length: path.length }, (_, i) => path.at(i)),
    turns: transcript.turnStarts,
    diagnostics: transcript.diagnostics,
  })
}

/** What people and the API get to see of it: branches, tool calls, file changes, resume requests. */
export function viewsOf(parts: readonly Uint8Array[]): string {
  const transcript = appended(parts)
  const source = bytesInMemory(Buffer.concat(parts))
  const calls = [...toolCalls(transcript)]
  return JSON.stringify({
    branches: branches(transcript),
    calls: readToolCalls(transcript, source, calls),
    changes: fileChanges(transcript, source, calls),
    resumes: VERSIONS.map((version) => resumeRequest(transcript, source, { version })),
  })
}

/** The two whose ways of resuming differ most. */
const VERSIONS = ['2.0.76', '2.1.325']

function appended(parts: readonly Uint8Array[]): Transcript {
  const transcript = new Transcript()
  for (const part of parts) transcript.append(part)
  transcript.end()
  return transcript
}
