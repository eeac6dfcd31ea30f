import { bytesInMemory, readTranscript, resumeRequest } from '@skein/transcript'
import { pinnedModel } from '../claude/versions.ts'
import type { ApiMessage, Outcome } from './outcome.ts'

/**
 * What the kernel says a version would send, in the words of a recording.
 *
 * How a failing program ends (exit code, wording) is its own affair; that it fails is what counts,
 * so `expected` lends it.
 */
export function ourOutcome(bytes: Uint8Array, version: string, expected: Outcome): Outcome {
  const request = resumeRequest(readTranscript(bytes), bytesInMemory(bytes), { version, model: pinnedModel })
  switch (request.kind) {
    case 'sent':
      return { kind: 'sent', messages: asSent(request.messages) }
    case 'fails':
      return expected.kind === 'failed'
        ? expected
        : { kind: 'failed', exitCode: null, reason: request.reason }
    case 'hangs':
      return { kind: 'hangs' }
    case 'no-conversation':
      return { kind: 'no-conversation', reason: request.reason }
  }
}

function asSent(messages: unknown): ApiMessage[] {
  return JSON.parse(JSON.stringify(messages)) as ApiMessage[] // the same shape, its own copy
}
