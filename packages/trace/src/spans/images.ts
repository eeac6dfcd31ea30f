import { createHash } from 'node:crypto'

/**
 * A value of a transcript with every image and document in it replaced by what names it: type, size and hash.
 *
 * Contract: the result is plain JSON and not nested deeper than `MOST_LEVELS`, so that whoever comes later may walk
 * it recursively.
 */
export function withoutImages(value: unknown, level = 0): unknown {
  if (typeof value !== 'object' || value === null) return value === undefined ? null : value
  if (level >= MOST_LEVELS) return '[nested too deep]'
  // A list or an object of JSON; each field is checked before use.
  const fields = value as Fields
  const isList = Array.isArray(value)
  const reference = isList ? null : imageReference(fields)
  if (reference !== null) return reference
  // Hardly anything has one: it is copied from the first that is found.
  let copy: [string, unknown][] | null = null
  const names = Object.keys(fields)
  for (const [i, name] of names.entries()) {
    const field = fields[name]
    const safe = withoutImages(field, level + 1)
    if (safe === field) copy?.push([name, field])
    else {
      copy ??= names.slice(0, i).map((before) => [before, fields[before]])
      copy.push([name, safe])
    }
  }
  if (copy === null) return value
  return isList ? copy.map(([, field]) => field) : Object.fromEntries(copy)
}

/** What stands for an image. */
export interface ImageReference {
  readonly type: string
  readonly media_type: string | null
  /** Of the image itself, not of its base64. */
  readonly bytes: number
  readonly sha256: string
}

/** The reference to what a block holds; null where it is no block with bytes in it. */
export function imageReference(block: Fields): ImageReference | null {
  const { type } = block
  if (type !== 'image' && type !== 'document' && type !== 'file') return null
  const source = holderOf(block)
  if (source === null) return null
  const bytes = Buffer.from(source.data, 'base64')
  return {
    type,
    media_type: source.mediaType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

/** An image in the middle of a text. */
export function imageWords({ type, media_type, bytes, sha256 }: ImageReference): string {
  return `[${type}${media_type === null ? '' : ` ${media_type}`}, ${bytes} bytes, sha256 ${sha256}]`
}

/** Deeper than anything a tool was ever seen to answer. */
const MOST_LEVELS = 100

type Fields = Readonly<Record<string, unknown>>

/** The API's `source: {type: "base64", media_type, data}`, else MCP's `data` and `mimeType` beside the type. */
function holderOf(block: Fields): { readonly data: string; readonly mediaType: string | null } | null {
  const { source } = block
  if (typeof source === 'object' && source !== null) {
    // An object of JSON; each field is checked before use.
    const { type, data, media_type: mediaType } = source as Fields
    if (type === 'base64' && typeof data === 'string') return { data, mediaType: textOrNull(mediaType) }
  }
  const { data, mimeType } = block
  return typeof data === 'string' && typeof mimeType === 'string' ? { data, mediaType: mimeType } : null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
