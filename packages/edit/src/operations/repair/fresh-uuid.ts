import { createHash } from 'node:crypto'

/** A uuid made of words: the same for the same session and place, so that a plan and its edit agree. */
export function freshUuid(...words: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('\0')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16], 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
