// Preloaded into a command under test: the process kills itself, as kill -9 would or by another signal, just before the nth
// change it makes to the file system through node:fs. What was done until then stays done, so every point between two steps can be tried.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env.SKEIN_TEST_KILL_AT)
const within = process.env.SKEIN_TEST_KILL_WITHIN ?? ''
let count = 0

for (const name of [
  'copyFileSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'unlinkSync',
  'writeSync',
  'fsyncSync',
  'rmSync',
]) {
  const real = fs[name]
  fs[name] = (...args) => {
    // Opened files are told by descriptor; of paths only those of the config folder count.
    const counts = typeof args[0] === 'number' || args.some((arg) => String(arg).startsWith(within))
    if (counts && ++count === at) process.kill(process.pid, process.env.SKEIN_TEST_KILL_SIGNAL ?? 'SIGKILL')
    return real(...args)
  }
}
syncBuiltinESMExports()
