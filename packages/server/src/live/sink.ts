import type { ServerResponse } from 'node:http'

/** Where the events of one client go. */
export interface Sink {
  /** False where the client reads too slowly to be told more: nothing was written, and it is to be let go. */
  readonly write: (text: string) => boolean
  readonly close: () => void
}

/** What a client may leave unread, in bytes: minutes of a busy session. It comes back with its cursor. */
export const MOST_UNREAD = 1024 * 1024

/**
 * Events as the body of an answer. A thousand clients get the same text, so that it is made a chunk of the body once and
 * written to each socket in one go: `response.write` makes three or four writes of every chunk.
 */
export function responseSink(response: ServerResponse): Sink {
  let isBegun = false
  return {
    write: (text) => {
      if (response.writableEnded || response.destroyed) return false
      const { socket, writableLength } = response
      if (writableLength > MOST_UNREAD) return false
      const { bytes, chunk } = encoded(text)
      // The first write sends the head. What the response holds back itself must not be overtaken, and an answer to
      // HTTP/1.0 or to HEAD has no chunks.
      const isOpen = isBegun && response.chunkedEncoding && writableLength === socket?.writableLength
      if (isOpen) socket.write(chunk)
      else response.write(bytes)
      isBegun = true
      return true
    },
    close: () => {
      // What it has not read by now it will not read: an `end` would wait for it.
      if (response.writableLength > MOST_UNREAD) response.destroy()
      else response.end()
    },
  }
}

/** An event goes to many clients one after the other: its bytes are made once. */
function encoded(text: string): Encoded {
  if (text === last.text) return last
  const length = Buffer.byteLength(text)
  const head = `${length.toString(16)}\r\n`
  const chunk = Buffer.from(`${head}${text}\r\n`)
  last = { text, chunk, bytes: chunk.subarray(head.length, head.length + length) }
  return last
}

interface Encoded {
  readonly text: string
  readonly bytes: Buffer
  /** The same as a chunk of a body. */
  readonly chunk: Buffer
}

let last: Encoded = { text: '', bytes: Buffer.alloc(0), chunk: Buffer.alloc(0) }
