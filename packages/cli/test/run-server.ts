import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { BIN, type Workbench } from './run-skein.ts'

/** The real command as a server of its own, on any free port. */
export class ServeProcess {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''

  private constructor(child: ChildProcess) {
    this.child = child
    child.stdout?.on('data', (data) => (this.stdout += String(data)))
    child.stderr?.on('data', (data) => (this.stderr += String(data)))
  }

  /** Ready when it has printed its link. */
  static async start(
    bench: Workbench,
    { args = ['serve', '--port', '0'], bin = BIN }: { args?: readonly string[]; bin?: string } = {},
  ): Promise<ServeProcess> {
    const served = new ServeProcess(
      spawn(process.execPath, [bin, ...args], { cwd: bench.folder, env: bench.env() }),
    )
    const ended = once(served.child, 'exit')
    while (served.link === null && served.child.exitCode === null)
      await Promise.race([once(served.child.stdout ?? served.child, 'data'), ended])
    return served
  }

  get link(): string | null {
    return /https?:\/\/\S+\/open\?token=\S+/.exec(this.stdout)?.[0] ?? null
  }

  /** Ends it with a signal; the code it ended with. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal)
      await once(this.child, 'exit')
    }
    return this.child.exitCode
  }
}
