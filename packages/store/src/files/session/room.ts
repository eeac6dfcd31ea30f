/** Holds the bytes of transcripts, so that small ones are not read again for their bodies. Whoever has many uses it again. */
export class Room {
  #bytes: Uint8Array = new Uint8Array(0)
  #taken = 0

  /** What it was used for is done with. */
  clear(): void {
    this.#taken = 0
  }

  take(bytes: number): Uint8Array | null {
    if (this.#taken + bytes > ROOM_BYTES) return null
    if (this.#bytes.length < this.#taken + bytes) {
      // What was taken of the smaller one stays where it is.
      this.#bytes = new Uint8Array(Math.min(ROOM_BYTES, 2 * (this.#taken + bytes)))
    }
    this.#taken += bytes
    return this.#bytes.subarray(this.#taken - bytes, this.#taken)
  }
}

const ROOM_BYTES = 6 * 1024 * 1024
