import type { Finding } from './finding.ts'
import { ownCopy } from './own-copy.ts'
import { PROVIDER_RULES } from './providers/rules.ts'
import { looksRandom } from './randomness.ts'

/**
 * Secrets that were recognised by what stood around them, to be found again where nothing does: a
 * password from a `.env` file that a log prints later.
 *
 * Wu and Manber's search for many words at once: three characters of the text tell how far the next
 * possible place is, so most of the text is skipped, however many secrets there are.
 */
export class KnownSecrets {
  private readonly shifts = new Uint8Array(BLOCKS).fill(HEAD - BLOCK + 1)
  private readonly byHead = new Map<string, string[]>()
  private readonly kinds = new Map<string, string>()

  /** Remembers what cannot be met by chance: long enough and random. Words stay free to be words. */
  add(slice: string, kind: string): void {
    if (SELF_EVIDENT.has(kind) || this.kinds.has(slice)) return
    if (slice.length < HEAD || slice.length > LONGEST || !looksRandom(slice)) return
    const secret = ownCopy(slice)
    const head = secret.slice(0, HEAD)
    const sameHead = this.byHead.get(head) ?? []
    if (sameHead.length >= MOST_WITH_ONE_HEAD) return
    this.kinds.set(secret, kind)
    // The longest first, since a shorter one may be its beginning.
    this.byHead.set(
      head,
      [...sameHead, secret].sort((a, b) => b.length - a.length),
    )
    for (let last = BLOCK - 1; last < HEAD; last++) {
      const block = blockAt(head, last)
      this.shifts[block] = Math.min(this.shifts[block], HEAD - 1 - last)
    }
  }

  get size(): number {
    return this.kinds.size
  }

  /** Every place in a text where a remembered secret stands. */
  find(text: string): Finding[] {
    const found: Finding[] = []
    if (this.kinds.size === 0) return found
    let last = HEAD - 1
    while (last < text.length) {
      const shift = this.shifts[blockAt(text, last)]
      if (shift > 0) {
        last += shift
        continue
      }
      const start = last - HEAD + 1
      const secret = this.byHead
        .get(text.slice(start, last + 1))
        ?.find((known) => text.startsWith(known, start))
      if (secret === undefined) {
        last += 1
        continue
      }
      const kind = this.kinds.get(secret) ?? ''
      found.push({ kind, start, end: start + secret.length, confidence: 'medium' })
      last += secret.length
    }
    return found
  }
}

/** The part of a secret that the search works with, and with it the shortest that is remembered. */
const HEAD = 12
const BLOCK = 3
const BLOCKS = 4096
const LONGEST = 512
/** Bounds the work at one place; secrets from one generator do not share 12 characters. */
const MOST_WITH_ONE_HEAD = 16

/** These are found anywhere by their own shape. */
const SELF_EVIDENT = new Set([...PROVIDER_RULES.map(({ kind }) => kind), 'jwt', 'private-key', 'custom'])
// Kinds that also have members without a shape of their own.
for (const kind of ['cloudflare-token', 'heroku-key', 'twilio-key', 'mailgun-key', 'sentry-token'])
  SELF_EVIDENT.delete(kind)

function blockAt(text: string, last: number): number {
  const mixed = text.charCodeAt(last) * 31 * 31 + text.charCodeAt(last - 1) * 31 + text.charCodeAt(last - 2)
  return mixed & (BLOCKS - 1)
}
