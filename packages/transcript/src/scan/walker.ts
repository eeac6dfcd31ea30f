/**
 * The seam between bytes and rows: walks one JSON object and says where the wanted values are.
 *
 * Contract: `load` brings bytes, which stay unchanged until the next `load`. `walk` reads the object
 * whose `{` stands at `at`; it ends at the latest before the next newline or the loaded `end`. It
 * accepts exactly the objects that `JSON.parse` accepts of the decoded text and returns the position
 * after the object, or -1 (`failedAt` says where it stopped being JSON). `events` then holds one
 * event of `EVENT_WIDTH` cells for each key of `OBJECTS` (fields.ts), in byte order, a container's
 * event before the events inside it. The results stand until the next `walk` or `load`.
 *
 * There are two: `PlainWalker` is the definition, `wasmWalker()` the fast one. Tests hold them equal
 * and to `JSON.parse`. What a walker remembers ends with the next `load`, so all scanners of a
 * thread can share one.
 */
export interface Walker {
  load(bytes: Uint8Array, start: number, end: number): void
  walk(at: number): number
  readonly events: Int32Array
  readonly eventCount: number
  /** An index of the loaded bytes, like the results of `walk`. */
  readonly failedAt: number
  /** Some string holds invalid UTF-8. No error: a decoder replaces it, and so does the real program. */
  readonly badUtf8: boolean
  /** Some object repeats a wanted key; see `withoutRepeats`. */
  readonly repeated: boolean
}

/** Cells of one event. */
export const EVENT = {
  /** A code of `F`, `ESCAPED` and `SAME` where they apply, and above `FIRST_SHIFT` the value's first byte. */
  code: 0,
  /** Where the value begins and ends, counted from the object's first byte. */
  start: 1,
  end: 2,
  /**
   * For strings under keys that are read as `READ.id`: `hashOf` what stands between the quotes; of
   * a `SAME` string, where the earlier string begins, counted from the loaded `start`. Otherwise 0.
   */
  hash: 3,
} as const
export const EVENT_WIDTH = 4

/** The value is a string with an escape in it. */
export const ESCAPED = 128
/**
 * The string has the bytes of an earlier one since `load`, so it needs no hash and no look-up (rows
 * repeat their session, cwd, version…). Which one may be compared with is `FieldKey.like`. A walker
 * may leave this out.
 */
export const SAME = 256
export const CODE_MASK = 127
export const FIRST_SHIFT = 16
