import type { Database } from '@skein/store'
import { storedScope, type Scope } from './scope.ts'
import { linkAddress } from './link-address.ts'
import { hashSecret, isSecret, newSecret } from './secrets.ts'

/** `open`: the browser of this machine; `pair`: another device. */
export type LinkPurpose = 'open' | 'pair'

export interface LinkRequest {
  readonly purpose: LinkPurpose
  /** What the device will be called. */
  readonly name: string
  readonly scope: Scope
}

export interface MadeLink {
  readonly token: string
  /** ms */
  readonly expires: number
}

export type Redeemed = LinkRequest | 'unknown' | 'used' | 'expired'

/** Links that sign a device in, once and for a short time; in `state.db`, so that `skein` can make one while a server runs. */
export class OneTimeLinks {
  readonly #db: Database
  readonly #now: () => number

  constructor(state: Database, now: () => number = Date.now) {
    this.#db = state
    this.#now = now
  }

  /** `lasts`: ms that it can be opened. */
  make({ purpose, name, scope }: LinkRequest, lasts = LINK_MS): MadeLink {
    const token = newSecret()
    const now = this.#now()
    const expires = now + lasts
    this.#db.write(() => {
      // Kept for a day, so that a link that was used already can be told from one that never was.
      this.#db.prepare('DELETE FROM one_time_link WHERE expires < ?').run(now - DAY_MS)
      this.#db
        .prepare('INSERT INTO one_time_link (hash, purpose, name, scope, expires) VALUES (?, ?, ?, ?, ?)')
        .run(hashSecret(token), purpose, name, scope, expires)
    })
    return { token, expires }
  }

  /** The address of a link for a browser of this machine; `url`: where the server is, without a slash at the end. */
  toOpen(url: string, lasts = LINK_MS): string {
    return linkAddress(
      url,
      this.make({ purpose: 'open', name: 'Browser on this machine', scope: 'all' }, lasts).token,
    )
  }

  /** Uses a link up. Of any number that try at the same time, one succeeds. */
  redeem(token: string): Redeemed {
    if (!isSecret(token)) return 'unknown'
    const hash = hashSecret(token)
    const now = this.#now()
    return this.#db.write(() => {
      const row = this.#db
        .prepare('SELECT purpose, name, scope, expires, used FROM one_time_link WHERE hash = ?')
        .get(hash)
      if (row === undefined) return 'unknown'
      if (row['used'] !== null) return 'used'
      if (Number(row['expires']) <= now) return 'expired'
      this.#db.prepare('UPDATE one_time_link SET used = ? WHERE hash = ?').run(now, hash)
      return {
        purpose: row['purpose'] === 'pair' ? 'pair' : 'open',
        name: String(row['name']),
        scope: storedScope(row['scope']),
      }
    })
  }
}

/** For a link that is opened at once, or on a device at hand. */
export const LINK_MS = 5 * 60 * 1000
/** For one that is printed, by a server that nobody sits in front of. */
export const PRINTED_LINK_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
