import { mapJsonText, type KindCount, type Redactor } from '@skein/redact'

export interface RedactedBytes {
  /** Null where nothing was found. */
  readonly bytes: Uint8Array | null
  readonly findings: readonly KindCount[]
}

/**
 * The bytes of a file, or of a damaged line, without their secrets; every other byte stays. In JSON only strings change,
 * so that it stays JSON. Bytes that are no UTF-8 are read one by one.
 */
export function redactBytes(redactor: Redactor, bytes: Uint8Array, isJson: boolean): RedactedBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const asText = buffer.toString('utf8')
  const encoding = Buffer.from(asText, 'utf8').equals(buffer) ? 'utf8' : 'latin1'
  const text = encoding === 'utf8' ? asText : buffer.toString('latin1')
  const counts = new Map<string, number>()
  const redacted = isJson
    ? mapJsonText(text, (inner, name) => counted(counts, redactor.redact(inner, name)))
    : counted(counts, redactor.redact(text))
  const findings = [...counts].map(([kind, count]) => ({ kind, count }))
  return { bytes: findings.length === 0 ? null : Buffer.from(redacted, encoding), findings }
}

function counted(
  counts: Map<string, number>,
  { text, findings }: { readonly text: string; readonly findings: readonly KindCount[] },
): string {
  for (const { kind, count } of findings) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return text
}

/** Files with NUL bytes near their start are no text. */
export function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, LOOK).includes(0)
}

const LOOK = 8 * 1024
