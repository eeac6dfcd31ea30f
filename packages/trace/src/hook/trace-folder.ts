import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where traces keep what they need: `$SKEIN_HOME/trace`. */
export interface TraceFolder {
  readonly folder: string
  /** Pointers that no exporter has finished, of hooks of one environment. */
  readonly spool: string
  readonly log: string
  /** Since when which project is traced. */
  readonly installs: string
}

/** `environment` is the name of one, see `environmentName`. */
export function traceFolder(home: string, environment = ''): TraceFolder {
  const folder = join(home, 'trace')
  return {
    folder,
    spool: join(folder, environment === '' ? 'spool' : `spool-${environment}`),
    log: join(folder, 'trace.log'),
    installs: join(folder, 'installs.json'),
  }
}

/** The environments of which hooks have written. */
export function spooledEnvironments(home: string): string[] {
  let names: string[]
  try {
    names = readdirSync(traceFolder(home).folder)
  } catch {
    // No hook ever ran.
    return []
  }
  return names.flatMap((name) => {
    const match = /^spool(?:-([0-9a-f]{8}))?$/.exec(name)
    return match === null ? [] : [match[1] ?? '']
  })
}
