/* Ids as the ledger keeps them: half the size of their text. */

export function packedHex(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex')
}

export function hexOf(packed: Uint8Array): string {
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('hex')
}

/**
 * A uuid in 16 bytes. Whatever else stands where a uuid should is kept as it is, behind bytes that no UTF-8 has, so that
 * it never has the length of one.
 */
export function packedUuid(text: string): Uint8Array {
  if (UUID.test(text)) return Buffer.from(text.replaceAll('-', ''), 'hex')
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes.length === 15 ? MARKS : MARKS.subarray(1), bytes])
}

export function uuidOf(packed: Uint8Array): string {
  if (packed.length !== 16)
    return Buffer.from(packed)
      .subarray(packed[1] === 0xff ? 2 : 1)
      .toString()
  const hex = hexOf(packed)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const MARKS = Buffer.from([0xff, 0xff])
/** In small letters only: another spelling is another text. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
