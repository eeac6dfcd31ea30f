import { randomBytes } from 'node:crypto'
import type { Database } from '@skein/store'
import { storedScope, type Scope } from './scope.ts'
import { hashSecret, isSecret, newSecret } from './secrets.ts'

/** `browser`: signed in on this machine or with the password; `paired`: another device, added by `skein pair`. */
export type DeviceKind = 'browser' | 'paired'

/** Who sends a request. */
export interface SignedIn {
  readonly id: string
  readonly name: string
  readonly scope: Scope
}

export interface DeviceRow extends SignedIn {
  readonly kind: DeviceKind
  /** ms */
  readonly created: number
  readonly lastSeen: number
}

/** The devices that may talk to the server, in `state.db`; any process of the user may change them at any time. */
export class Devices {
  readonly #db: Database
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()

  constructor(state: Database, now: () => number = Date.now) {
    this.#db = state
    this.#now = now
  }

  /** The secret is told once and kept nowhere. */
  add(device: { readonly kind: DeviceKind; readonly name: string; readonly scope: Scope }): {
    readonly device: SignedIn
    readonly secret: string
  } {
    const { kind, name, scope } = device
    const id = randomBytes(6).toString('hex')
    const secret = newSecret()
    const now = this.#now()
    this.#db.write(() => {
      this.#forgetExpired(now)
      this.#db
        .prepare(
          'INSERT INTO device (id, kind, name, scope, secret_hash, created, last_seen) VALUES (?, ?, ?, ?, ?, ?, ?)',
        )
        .run(id, kind, name, scope, hashSecret(secret), now, now)
    })
    return { device: { id, name, scope }, secret }
  }

  /** Whose secret it is; null where it is nobody's, or that of a device that was revoked or not seen for too long. */
  bySecret(secret: string): SignedIn | null {
    if (!isSecret(secret)) return null
    const now = this.#now()
    const row = this.#db
      .prepare(`SELECT id, name, scope, last_seen FROM device WHERE secret_hash = ? AND ${VALID}`)
      .get(hashSecret(secret), now)
    if (row === undefined) return null
    const id = String(row['id'])
    if (now - Number(row['last_seen']) > SEEN_STEP_MS)
      this.#db.tryWrite(() => this.#db.prepare('UPDATE device SET last_seen = ? WHERE id = ?').run(now, id))
    return { id, name: String(row['name']), scope: storedScope(row['scope']) }
  }

  /** Whether the device may still talk to the server. */
  isValid(id: string): boolean {
    return (
      this.#db.prepare(`SELECT 1 FROM device WHERE id = ? AND ${VALID}`).get(id, this.#now()) !== undefined
    )
  }

  /** The last seen first. */
  list(): DeviceRow[] {
    return this.#db
      .prepare(
        `SELECT id, kind, name, scope, created, last_seen FROM device WHERE ${VALID} ORDER BY last_seen DESC, id`,
      )
      .all(this.#now())
      .map((row) => ({
        id: String(row['id']),
        kind: row['kind'] === 'paired' ? 'paired' : 'browser',
        name: String(row['name']),
        scope: storedScope(row['scope']),
        created: Number(row['created']),
        lastSeen: Number(row['last_seen']),
      }))
  }

  /** Whether there was such a device. */
  revoke(id: string): boolean {
    const known = this.isValid(id)
    this.#db.prepare('UPDATE device SET revoked = ? WHERE id = ? AND revoked IS NULL').run(this.#now(), id)
    for (const listener of this.#listeners) listener()
    return known
  }

  /** Calls when this process revokes a device; what other processes do is seen by asking `isValid`. */
  onRevoke(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #forgetExpired(now: number): void {
    this.#db.prepare(`DELETE FROM device WHERE NOT (${VALID})`).run(now)
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A browser that was not seen for 30 days and a device that was not seen for 180 have to sign in again. */
const VALID = `revoked IS NULL AND last_seen > ? - CASE kind WHEN 'browser' THEN ${30 * DAY_MS} ELSE ${180 * DAY_MS} END`

/** A page asks many times a minute; that it was there is written down once in one. */
const SEEN_STEP_MS = 60_000
