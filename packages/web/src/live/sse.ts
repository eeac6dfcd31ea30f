/** One event of a stream, or a sign of life without one. */
export type SseItem =
  | { readonly kind: 'event'; readonly id: string | null; readonly data: string }
  | { readonly kind: 'beat' }

/** Reads a stream of events as it comes, in pieces of any size. */
export class SseReader {
  #rest = ''
  #id: string | null = null
  #data: string[] = []

  push(text: string): SseItem[] {
    const items: SseItem[] = []
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?=[^])/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length > 0) items.push({ kind: 'event', id: this.#id, data: this.#data.join('\n') })
        this.#data = []
        continue
      }
      if (line.startsWith(':')) {
        items.push({ kind: 'beat' })
        continue
      }
      const colon = line.indexOf(':')
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'data') this.#data.push(value)
      if (field === 'id') this.#id = value
    }
    return items
  }
}
