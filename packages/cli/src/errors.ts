import { inertLine } from './terminal/inert.ts'

/**
 * What goes wrong in a way that people can act on. `data`: the transcript or its file (exit code 1);
 * `usage`: the command line (exit code 2). Anything else that is thrown is a bug of Skein's.
 */
export class SkeinError extends Error {
  readonly code: 'data' | 'usage'
  readonly remedy: string

  /** `what` says what happened and to which file, `remedy` what to do; together they are one line. */
  constructor(code: 'data' | 'usage', what: string, options: { remedy: string; cause?: unknown }) {
    super(what, { cause: options.cause })
    this.code = code
    this.remedy = options.remedy
  }
}

/** Every error of the command leaves through here: one line on stderr, and the exit code. */
export function formatError(error: unknown): { readonly line: string; readonly exitCode: number } {
  if (error instanceof SkeinError)
    return {
      line: `skein: ${inertLine(error.message)}: ${inertLine(error.remedy)}`,
      exitCode: error.code === 'usage' ? 2 : 1,
    }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { line: `skein: a bug: ${inertLine(what)}: please report it with the command you ran`, exitCode: 1 }
}

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
  ELOOP: ['the links go round in', 'name the file itself'],
}
