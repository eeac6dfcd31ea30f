import { join } from 'node:path'

/** Where traces keep what they need: `$SKEIN_HOME/trace`. */
export interface TraceFolder {
  readonly folder: string
  /** Pointers that no exporter has finished. */
  readonly spool: string
  readonly log: string
  /** Since when which project is traced. */
  readonly installs: string
}

export function traceFolder(home: string): TraceFolder {
  const folder = join(home, 'trace')
  return {
    folder,
    spool: join(folder, 'spool'),
    log: join(folder, 'trace.log'),
    installs: join(folder, 'installs.json'),
  }
}
