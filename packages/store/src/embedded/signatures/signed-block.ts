/**
 * A stretch of whole lines of one transcript, and the signature of all text in it: one bit set for
 * each hashed run of units of the decoded, folded text, see `Grams`. A text that is in the stretch has all
 * its bits set; the other way round it is only likely, so hits are verified in the bytes.
 */
export interface SignedBlock {
  /** Byte range in the transcript: whole lines. */
  readonly start: number
  readonly stop: number
  /** Number of the line at `start`, from 1. */
  readonly line: number
  /** Latest time of its rows in ms, NaN where none has one. */
  readonly time: number
  /** Units of text in it; a block is full at `FULL_BLOCK`. */
  readonly text: number
  /**
   * Some text of it stands in the bytes in another way than the program writes it: printable
   * characters as `\u` escapes, letters with their accents apart, spilled outputs. Bytes then say nothing about text.
   */
  readonly odd: boolean
  /** `SIGNATURE_BYTES` bytes. */
  readonly bits: Uint8Array
}

export const SIGNATURE_BYTES = 20_480

/** 64 K units of text: the signature is then about a quarter full, on real transcripts. */
export const FULL_BLOCK = 65_536

/** 1 MiB: a block of images and file copies holds little text, and a search reads it whole. */
export const LONG_BLOCK = 1_048_576
