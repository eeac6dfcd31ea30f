import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@skein/store'
import { pointerName, pointerOf, type Pointer } from './pointer.ts'
import { logLine, reasonOf } from './trace-log.ts'
import { traceFolder, type TraceFolder } from './trace-folder.ts'

export interface HookSeams {
  /** `$SKEIN_HOME`. */
  readonly home: string
  /** See `environmentName`. */
  readonly environment?: string
  /** What Claude Code says, see `HookInput`. */
  readonly input: () => unknown
  /** Starts the exporter and does not wait for it. `failed` is for what turns out later. */
  readonly startExporter: (folder: string, failed: (error: unknown) => void) => void
}

/**
 * What runs inside Claude Code's turn: it writes a pointer, starts the exporter and is gone.
 *
 * Contract: never throws and prints nothing, since what a hook prints can change the conversation. What goes wrong
 * stands in the log, as far as there is one.
 */
export function runHook({ home, environment, input, startExporter }: HookSeams): void {
  const place = traceFolder(home, environment)
  const failed = (error: unknown): void => logLine(place.log, `hook: ${reasonOf(error)}`)
  try {
    makeFolder(place.spool)
    const pointer = pointerOf(input(), sizeOf)
    if (pointer === null) return logLine(place.log, 'hook: the input names no transcript')
    writePointer(place, pointer)
    startExporter(place.folder, failed)
  } catch (error) {
    failed(error)
  }
}

/** Under another name first: whoever reads the spool sees whole pointers only. */
export function writePointer({ spool }: TraceFolder, pointer: Pointer): void {
  const name = pointerName(pointer)
  const partial = join(spool, `${name}.${process.pid}.partial`)
  try {
    writeFileSync(partial, JSON.stringify(pointer), { mode: 0o600 })
    renameSync(partial, join(spool, name))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
