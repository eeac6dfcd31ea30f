const encoder = new TextEncoder()
// ignoreBOM keeps U+FEFF at the start of a text; without it decoding would lose three bytes.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Invalid sequences become U+FFFD, as they do in the real program. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
