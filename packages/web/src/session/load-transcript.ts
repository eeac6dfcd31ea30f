import { useEffect, useState } from 'react'
import type { Transcript } from '../transcript/transcript.tsx'

let known: typeof Transcript | null = null

/** The part of the app that shows what was said: by far the largest, and needed only with a session. */
export async function loadTranscript(): Promise<void> {
  known = (await import('../transcript/transcript.tsx')).Transcript
}

/**
 * The same for drawing; null until it is there. Not `lazy`: once React has drawn what stands in for a part that suspends, it
 * holds that part back for 300 ms, and the session would be there and not be shown.
 */
export function useTranscript(): typeof Transcript | null {
  const [loaded, setLoaded] = useState(() => known)
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  useEffect(() => {
    if (loaded !== null) return
    loadTranscript().then(
      () => setLoaded(() => known),
      (error: unknown) => setFailure({ error }),
    )
  }, [loaded])
  // To the boundary around, which says it.
  if (failure !== null) throw failure.error
  return loaded
}
