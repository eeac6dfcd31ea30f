import type { EditError } from '@skein/edit'
import type { StoreError, StoreErrorCode } from '@skein/store'
import type { TraceError, TraceErrorCode } from '@skein/trace'
import { inertLine } from './terminal/inert.ts'

interface ErrorOptions {
  readonly remedy: string
  readonly cause?: unknown
  readonly details?: readonly string[]
}

/**
 * What goes wrong in a way that people can act on. `data`: the transcript or its file (exit code 1);
 * `usage`: the command line (exit code 2). Anything else that is thrown is a bug of Skein's.
 */
export class SkeinError extends Error {
  override readonly name = 'SkeinError'
  readonly code: 'data' | 'usage'
  readonly remedy: string
  /** What there is to choose from, a line each. */
  readonly details: readonly string[]

  /** `what` says what happened and to which file, `remedy` what to do; together they are one line. */
  constructor(code: 'data' | 'usage', what: string, options: ErrorOptions) {
    super(what, { cause: options.cause })
    this.code = code
    this.remedy = options.remedy
    this.details = options.details ?? []
  }
}

/** Every error of the command leaves through here: one line on stderr, what there is to choose from, the exit code. */
export function formatError(error: unknown): { readonly line: string; readonly exitCode: number } {
  if (isSkeinError(error)) {
    const line = `skein: ${inertLine(error.message)}: ${inertLine(error.remedy)}`
    const details = error.details.map((detail) => `\n  ${inertLine(detail)}`)
    return { line: line + details.join(''), exitCode: error.code === 'usage' ? 2 : 1 }
  }
  if (isStoreError(error))
    return {
      line: `skein: ${inertLine(error.message)}: ${inertLine(error.remedy)}`,
      exitCode: EXIT_CODES[error.code] ?? 1,
    }
  if (isEditError(error))
    return {
      line: `skein: ${inertLine(error.message)}: ${inertLine(error.remedy)}`,
      exitCode: error.code === 'cancelled' ? 130 : 1,
    }
  if (isTraceError(error))
    return {
      line: `skein: ${inertLine(error.message)}: ${inertLine(error.remedy)}`,
      exitCode: TRACE_EXIT_CODES[error.code] ?? 1,
    }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { line: `skein: a bug: ${inertLine(what)}: please report it with the command you ran`, exitCode: 1 }
}

/** Whether it is a failure that people can act on, and no bug. */
export function isExpected(error: unknown): error is SkeinError | StoreError | EditError | TraceError {
  return isSkeinError(error) || isStoreError(error) || isEditError(error) || isTraceError(error)
}

/** By name: a command that is a bundle of its own has a class of its own. */
function isSkeinError(error: unknown): error is SkeinError {
  return error instanceof Error && error.name === 'SkeinError'
}

/** By name: naming the class would load the store, with SQLite, for commands that need neither. */
function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === 'StoreError'
}

/** By name, as those of the store. */
function isEditError(error: unknown): error is EditError {
  return error instanceof Error && error.name === 'EditError'
}

/** By name, as those of the store. */
function isTraceError(error: unknown): error is TraceError {
  return error instanceof Error && error.name === 'TraceError'
}

const TRACE_EXIT_CODES: Readonly<Partial<Record<TraceErrorCode, number>>> = {
  config: 2,
  'no-target': 2,
  cancelled: 130,
}

/** 130 is what a shell expects of a command that Ctrl-C ended. */
const EXIT_CODES: Readonly<Partial<Record<StoreErrorCode, number>>> = { query: 2, cancelled: 130 }

/** A failure of the file system, as a data error that names the file. */
export function fileError(error: unknown, file: string): SkeinError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [what, remedy] = FILE_ERRORS[code] ?? [`cannot read (${code || String(error)})`, 'check the file']
  return new SkeinError('data', `${what} ${file}`, { remedy, cause: error })
}

const FILE_ERRORS: Readonly<Record<string, readonly [what: string, remedy: string] | undefined>> = {
  ENOENT: ['no such file', 'check the path'],
  ENOTDIR: ['no such file', 'check the path'],
  EACCES: ['permission denied for', 'run as the user who owns it, or copy it'],
  EPERM: ['permission denied for', 'run as the user who owns it, or copy it'],
  EISDIR: ['cannot read the folder', 'name one .jsonl file in it'],
  ENAMETOOLONG: ['the name is too long', 'check the path'],
  ENOTFILE: ['not a file:', 'name a .jsonl file'],
  ENXIO: ['not a file:', 'name a .jsonl file'],
  ELOOP: ['the links go round in', 'name the file itself'],
}
