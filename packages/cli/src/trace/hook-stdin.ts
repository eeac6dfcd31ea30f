import { constants, fstatSync, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { HookInput, HOOK_PATIENCE_MS, readHookInput } from '@skein/trace'

/**
 * Hands over what standard input says, as soon as it is whole, ends, or does not come.
 *
 * Contract: nobody who leaves the other end open holds us up. What can be read without waiting is, at once; Node gives its
 * children sockets, which cannot, and so that they are listened to.
 */
export function withStandardInput(use: (input: () => unknown) => void): void {
  const fd = openWithoutWaiting()
  if (fd === null) return listen(use)
  use(() => readHookInput((into) => readSync(fd, into, 0, into.length, null), { wait }))
}

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Null for a socket. */
function openWithoutWaiting(): number | null {
  try {
    const kind = fstatSync(0)
    if (kind.isSocket()) return null
    // A pipe or a terminal is opened once more, so that only we do not wait for it.
    if (kind.isFIFO() || kind.isCharacterDevice())
      return openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    // Closed, or no such place on this system: reading says what there is to say.
  }
  return 0
}

function listen(use: (input: () => unknown) => void): void {
  const input = new HookInput()
  const socket = new Socket({ fd: 0, readable: true, writable: false })
  let isUsed = false
  const done = (ended: boolean) => (): void => {
    if (isUsed) return
    isUsed = true
    clearTimeout(patience)
    socket.destroy()
    use(() => input.value({ ended }))
  }
  const patience = setTimeout(done(false), HOOK_PATIENCE_MS)
  socket.on('data', (bytes: Uint8Array) => {
    if (input.take(bytes)) done(false)()
  })
  socket.on('end', done(true))
  socket.on('error', done(true))
}
