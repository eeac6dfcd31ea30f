import type { Transcript } from '../transcript/transcript.tsx'

/** The part of the app that shows what was said: by far the largest, and needed only with a session. */
export async function loadTranscript(): Promise<{ default: typeof Transcript }> {
  return { default: (await import('../transcript/transcript.tsx')).Transcript }
}
