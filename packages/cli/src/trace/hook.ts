import { spawn } from 'node:child_process'
import { readSync } from 'node:fs'
import { skeinHome } from '@skein/store'
import { runHook } from '@skein/trace'

/**
 * `skein trace hook`, as a script of its own that `bin/skein.js` loads before anything else: it runs at the end of every turn.
 * `bin` is that program, which the exporter is started with.
 */
export function hook(bin: string): void {
  runHook({
    home: skeinHome(process.env).folder,
    read: (into) => readSync(0, into, 0, into.length, null),
    wait: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
    startExporter: (folder, failed) => {
      // Its own group and folder: neither the end of a terminal nor that of a project concerns it.
      const exporter = spawn(process.execPath, [bin, 'trace', 'drain'], {
        cwd: folder,
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      })
      exporter.on('error', failed)
      exporter.unref()
    },
  })
}
