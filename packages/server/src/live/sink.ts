import type { ServerResponse } from 'node:http'

/** Where the events of one client go. */
export interface Sink {
  /** False where the client reads too slowly to be told more: nothing was written, and it is to be let go. */
  readonly write: (text: string) => boolean
  readonly close: () => void
}

/** What a client may leave unread, in bytes: minutes of a busy session. It comes back with its cursor. */
export const MOST_UNREAD = 1024 * 1024

/** Events as the body of an answer. Written to the socket itself: a thousand clients get the same text. */
export function responseSink(response: ServerResponse): Sink {
  return {
    write: (text) => {
      if (response.writableEnded || response.destroyed) return false
      if (response.writableLength > MOST_UNREAD) return false
      response.write(bytesOf(text))
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
function bytesOf(text: string): Buffer {
  if (text !== last.text) last = { text, bytes: Buffer.from(text) }
  return last.bytes
}

let last = { text: '', bytes: Buffer.alloc(0) }
