import type { Socket } from 'node:net'
import type { Limits } from '../security/limits.ts'

/** Holds connections to their limits: in all, by address, and by how much waits for a client that does not read. */
export class Connections {
  readonly #limits: Limits
  readonly #sockets = new Set<Socket>()
  /** Those that answers are written to. */
  readonly #written = new Map<Socket, { taken: number }>()
  readonly #byAddress = new Map<string, number>()
  #refused = 0
  #dropped = 0
  /** By connections that are closed. */
  #sent = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Takes a connection in, or ends it. */
  accept(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const count = this.#byAddress.get(address) ?? 0
    if (this.#sockets.size >= this.#limits.connections || count >= this.#limits.connectionsPerAddress) {
      this.#refused++
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    this.#byAddress.set(address, count + 1)
    socket.once('close', () => this.#forget(socket, address))
  }

  /** Looks after what is written to a socket: the connection's own, or the one of TLS above it. */
  watch(socket: Socket): void {
    if (socket.destroyed) return
    this.#written.set(socket, { taken: 0 })
    socket.once('close', () => {
      this.#written.delete(socket)
      this.#sent += socket.bytesWritten
    })
  }

  /** Ends all, in whatever state. */
  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Ends connections whose client took next to nothing of what waits for it since the last look. */
  dropSlow(): void {
    for (const [socket, seen] of this.#written) {
      const taken = socket.bytesWritten - socket.writableLength
      const isSlow = socket.writableLength > this.#limits.unread && taken - seen.taken < LEAST_TAKEN
      seen.taken = taken
      if (!isSlow) continue
      this.#dropped++
      socket.destroy()
    }
  }

  get open(): number {
    return this.#sockets.size
  }

  get refused(): number {
    return this.#refused
  }

  get dropped(): number {
    return this.#dropped
  }

  /** Bytes in all. */
  get sent(): number {
    let sent = this.#sent
    for (const socket of this.#written.keys()) sent += socket.bytesWritten
    return sent
  }

  #forget(socket: Socket, address: string): void {
    this.#sockets.delete(socket)
    const left = (this.#byAddress.get(address) ?? 1) - 1
    if (left === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, left)
  }
}

/** Bytes between two looks; whoever takes more is on a slow line, not gone. */
const LEAST_TAKEN = 64 * 1024
