import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Database } from '@skein/store'

/** The password of `--auth password`: scrypt in `state.db`, one for the data directory. */
export class Password {
  readonly #db: Database

  constructor(state: Database) {
    this.#db = state
  }

  get isSet(): boolean {
    return this.#stored() !== null
  }

  async set(password: string): Promise<void> {
    const salt = randomBytes(16)
    const key = await derive(password, salt, COST)
    const hash = `scrypt$${COST}$${salt.toString('base64')}$${key.toString('base64')}`
    this.#db.prepare('INSERT OR REPLACE INTO server_password (only, hash) VALUES (1, ?)').run(hash)
  }

  /** Takes as long for a wrong password, and where none is set, as for the right one. */
  async matches(password: string): Promise<boolean> {
    const stored = this.#stored() ?? NOBODY
    const [, cost, salt, key] = stored.split('$')
    const expected = Buffer.from(key, 'base64')
    const given = await derive(password, Buffer.from(salt, 'base64'), Number(cost))
    return timingSafeEqual(given, expected) && stored !== NOBODY
  }

  #stored(): string | null {
    const row = this.#db.prepare('SELECT hash FROM server_password').get()
    return row === undefined ? null : String(row['hash'])
  }
}

/** N: 32 MiB and about a tenth of a second an attempt. */
const COST = 2 ** 15
const BLOCK = 8
const KEY_BYTES = 32
const NOBODY = `scrypt$${COST}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(KEY_BYTES).toString('base64')}`

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK }
  return new Promise((done, fail) =>
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? done(key) : fail(error),
    ),
  )
}
