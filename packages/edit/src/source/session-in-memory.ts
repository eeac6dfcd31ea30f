import { bytesInMemory, readTranscript } from '@skein/transcript'
import type { EditSession, SourceTranscript } from './edit-session.ts'

export interface MemorySession {
  readonly id: string
  readonly cwd?: string
  readonly main: Uint8Array
  /** Sub-agents' transcripts, by name: `subagents/agent-x.jsonl`. */
  readonly agents?: Readonly<Record<string, Uint8Array>>
}

/** A session whose bytes are at hand, for callers that have no files. */
export function sessionInMemory({ id, cwd = '', main, agents = {} }: MemorySession): EditSession {
  return {
    id,
    root: null,
    folder: '',
    cwd,
    main: sourceInMemory('', main),
    agents: Object.entries(agents).map(([name, bytes]) => sourceInMemory(name, bytes)),
    sidecars: [],
    strangers: () => 0,
    use: { pid: null, changed: 0 },
    close: () => {},
  }
}

export function sourceInMemory(name: string, bytes: Uint8Array): SourceTranscript {
  return {
    path: '',
    name,
    length: bytes.length,
    transcript: readTranscript(bytes, { agentFile: name !== '' }),
    source: bytesInMemory(bytes),
    piece: ({ offset, length }) => bytes.subarray(offset, offset + length),
  }
}
