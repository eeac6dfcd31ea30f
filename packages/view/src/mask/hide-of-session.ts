import { Redactor } from '@skein/redact'
import type { Transcript } from '@skein/transcript'
import type { Hide } from './masked-source.ts'
import { neutraliser } from './neutralise.ts'

export interface MaskOptions {
  /** Show what the detectors would hide. */
  readonly reveal?: boolean
  /** Hide folders and the user's name as well. */
  readonly redact?: boolean
}

/**
 * What all texts of a session go through where it is shown as a whole: a secret that one of them gives away is hidden in
 * those after it. Null where nothing is to be hidden.
 */
export function hideOfSession(transcript: Transcript, file: string, options: MaskOptions): Hide | null {
  const neutral = options.redact === true ? neutraliser(transcript, file) : null
  const secrets = options.reveal === true ? null : new Redactor()
  if (secrets === null) return neutral
  return (text, name = '') => {
    const safe = secrets.redact(text, name).text
    return neutral === null ? safe : neutral(safe)
  }
}
