import { mapJsonText, Redactor } from '@skein/redact'
import type { ByteSource } from '@skein/transcript'

/** A text as it may be shown. What a value is called (`password`) tells what it is. */
export type Hide = (text: string, name?: string) => string

/**
 * A source whose texts go through `hideOf`, which is asked anew for each range. Rows and blocks are JSON, and so they stay:
 * only their strings change.
 */
export function maskedSource(source: ByteSource, hideOf: () => Hide): ByteSource {
  const [decoder, encoder] = [new TextDecoder('utf-8', { ignoreBOM: true }), new TextEncoder()]
  return {
    read: (ranges) =>
      source.read(ranges).map((bytes) => {
        const text = decoder.decode(bytes)
        const safe = mapJsonText(text, hideOf())
        return safe === text ? bytes : encoder.encode(safe)
      }),
  }
}

/** Hides what the detectors find in texts that belong together; each call of it begins anew. */
export function secretsHidden(): Hide {
  const secrets = new Redactor()
  return (text, name = '') => secrets.redact(text, name).text
}
