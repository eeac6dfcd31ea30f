/**
 * The generator's only source of chance: sfc32, seeded from a string. No `Math.random`, no clock and no
 * transcendental functions (their last bits may differ between engines), so one seed gives one corpus everywhere.
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: string | number) {
    let h = 1779033703
    const text = String(seed)
    for (let i = 0; i < text.length; i++) {
      h = Math.imul(h ^ text.charCodeAt(i), 3432918353)
      h = (h << 13) | (h >>> 19)
    }
    this.a = mix(h)
    this.b = mix(this.a ^ 0x9e3779b9)
    this.c = mix(this.b ^ 0x85ebca6b)
    for (let i = 0; i < 12; i++) this.next()
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + t) | 0
    return t >>> 0
  }

  /** In [0, 1). */
  float(): number {
    return this.next() / 4294967296
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.float() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return probability > 0 && this.float() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.float() * items.length)]
  }

  /** An item by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let total = 0
    for (const [, weight] of items) total += weight
    let rest = this.float() * total
    for (const [item, weight] of items) {
      rest -= weight
      if (rest < 0) return item
    }
    return items[items.length - 1][0]
  }

  /** A whole number whose distribution has the given quantiles, linear between them. */
  quantile(table: Quantiles): number {
    const p = this.float()
    let i = 1
    while (i < table.length - 1 && p > table[i][0]) i++
    const [p0, v0] = table[i - 1]
    const [p1, v1] = table[i]
    return Math.round(v0 + ((p - p0) / (p1 - p0)) * (v1 - v0))
  }

  hex(length: number): string {
    let out = ''
    while (out.length < length) out += HEX16[this.next() >>> 16]
    return out.slice(0, length)
  }

  /** A version 4 uuid. */
  uuid(): string {
    const a = this.next()
    const b = this.next()
    const c = this.next()
    const d = this.next()
    return `${HEX16[a >>> 16]}${HEX16[a & 0xffff]}-${HEX16[b >>> 16]}-4${HEX16[b & 0xffff].slice(1)}-${HEX16[0x8000 | (c >>> 18)]}-${HEX16[c & 0xffff]}${HEX16[d >>> 16]}${HEX16[d & 0xffff]}`
  }

  /** Letters and digits without look-alikes, as in `msg_…` and `toolu_…` ids. */
  base58(length: number): string {
    let out = ''
    for (let i = 0; i < length; i++) out += BASE58[Math.floor(this.float() * 58)]
    return out
  }

  /** Base64 text as in signatures and images; a length that is a multiple of four is well-formed. */
  base64(length: number): string {
    let out = ''
    while (out.length < length) {
      const n = this.next()
      out += BASE64_PAIRS[n & 0xfff] + BASE64_PAIRS[(n >>> 12) & 0xfff]
    }
    return out.slice(0, length)
  }
}

/** Ascending `[probability, value]` pairs from probability 0 to 1. */
export type Quantiles = readonly (readonly [number, number])[]

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const HEX16 = Array.from({ length: 65536 }, (_, i) => i.toString(16).padStart(4, '0'))
const BASE64_PAIRS = Array.from({ length: 4096 }, (_, i) => BASE64[i >> 6] + BASE64[i & 63])

function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  return h ^ (h >>> 16)
}
