import type { Entry } from '@skein/transcript'
import { base64Bytes } from '@skein/view'

export type Content = Extract<Entry, { kind: 'user' }>['content']
type ContentBlock = Content['blocks'][number]

/** An image in a prompt or in what a tool answered. JSON output tells what it is and leaves its bytes out. */
export class ImageReport {
  /** `image/png`; null where the transcript does not say. */
  readonly mediaType: string | null
  /** Null where the transcript only names it. */
  readonly bytes: number | null
  readonly #base64: string | null

  constructor(source: Readonly<Record<string, unknown>>) {
    const { media_type: mediaType, data } = source
    this.mediaType = typeof mediaType === 'string' ? mediaType : null
    this.bytes = typeof data === 'string' ? base64Bytes(data) : null
    this.#base64 = typeof data === 'string' ? data : null
  }

  /**
   * The image as a `data:` address; null unless its bytes are those of a picture that a browser shows without running
   * anything (SVG can hold scripts), whatever the transcript says that they are.
   */
  dataUri(): string | null {
    if (this.#base64 === null) return null
    const bytes = Buffer.from(this.#base64, 'base64')
    const type = PICTURES.find(([, isSuch]) => isSuch(bytes))?.[0]
    return type === undefined ? null : `data:${type};base64,${bytes.toString('base64')}`
  }
}

/** By the first bytes of the file (the formats' own specifications). */
const PICTURES: readonly (readonly [type: string, isSuch: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', (bytes) => /^RIFF[^]{4}WEBP/.test(bytes.toString('latin1', 0, 12))],
]

export function imagesIn(content: Content): ImageReport[] {
  return content.blocks.flatMap((block) => imageOf(block) ?? [])
}

export function imageOf(block: ContentBlock): ImageReport | null {
  return block.kind === 'image' ? new ImageReport(block.source) : null
}
