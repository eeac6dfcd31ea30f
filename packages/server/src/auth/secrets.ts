import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, in signs that an address and a header can hold. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. It has 256 bits of its own, so one plain hash is as good as a slow one. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether a text can be a secret of ours at all; anything else is not looked up. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
