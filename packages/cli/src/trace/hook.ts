import { spawn } from 'node:child_process'
import { skeinHome } from '@skein/store'
import { environmentName, runHook } from '@skein/trace'
import { withStandardInput } from './hook-stdin.ts'

/**
 * `skein trace hook`, as a script of its own that `bin/skein.js` loads before anything else: it runs at the end of every turn.
 * `bin` is that program, which the exporter is started with.
 */
export function hook(bin: string): void {
  // Throws where there is no home, and has to do so before anything is waited for: `bin` hears it.
  const { folder: home } = skeinHome(process.env)
  withStandardInput((input) =>
    runHook({
      home,
      environment: environmentName(process.env),
      input,
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
    }),
  )
}
