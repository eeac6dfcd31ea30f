import type { Sink } from './writer.ts'

/** Keeps a transcript in memory. */
export class MemorySink implements Sink {
  private readonly parts: Uint8Array[] = []

  text(chunk: string): void {
    this.parts.push(Buffer.from(chunk))
  }

  raw(bytes: Uint8Array): void {
    this.parts.push(bytes)
  }

  bytes(): Uint8Array {
    return this.parts.length === 1 ? this.parts[0] : new Uint8Array(Buffer.concat(this.parts))
  }
}

/** Gathers small pieces into large writes; `write` must use the bytes before it returns. */
export class ChunkSink implements Sink {
  private waiting = ''
  private readonly write: (bytes: Uint8Array) => void

  constructor(write: (bytes: Uint8Array) => void) {
    this.write = write
  }

  text(chunk: string): void {
    this.waiting += chunk
    if (this.waiting.length >= CHUNK) this.flush()
  }

  raw(bytes: Uint8Array): void {
    this.flush()
    this.write(bytes)
  }

  flush(): void {
    if (this.waiting === '') return
    this.write(Buffer.from(this.waiting))
    this.waiting = ''
  }
}

/** 1 MiB: fewer, larger writes gained nothing measurable. */
const CHUNK = 1 << 20
