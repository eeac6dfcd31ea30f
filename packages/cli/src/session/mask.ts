import { Redactor } from '@skein/redact'
import { hideOfSession, maskedSource } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'

export interface MaskOptions {
  /** Show what the detectors would hide. */
  readonly reveal?: true
  /** Hide folders and the user's name as well. */
  readonly redact?: true
}

/**
 * The same transcript with its secrets masked.
 *
 * Contract: no text read through it holds a detected secret, whichever command reads it and however it prints it.
 * Masking stands at the source because printing happens in too many places to be sure of all of them.
 */
export function masked(opened: OpenTranscript, options: MaskOptions): OpenTranscript {
  const hide = hideOfSession(opened.transcript, shownFile(opened), options)
  if (hide === null) return opened
  return {
    ...opened,
    original: hide(shownFile(opened)),
    source: maskedSource(opened.source, () => hide),
    plain: opened.source,
    ...(opened.title === undefined ? {} : { title: hide(opened.title) }),
    hide,
  }
}

/** A text of its own, with every detected secret replaced by a placeholder. */
export function mask(text: string): string {
  return withoutSecrets(new Redactor(), text)
}

/** A text with every detected secret replaced by a placeholder. */
export function withoutSecrets(secrets: Redactor, text: string, name = ''): string {
  return secrets.redact(text, name).text
}
