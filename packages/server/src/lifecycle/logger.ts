/** Facts about what the server does; never a query, a token, or text of a transcript. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

export interface Logger {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** Where an error came from, without its message: that may quote what was read. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return {
    error: error.name,
    code,
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' < '),
  }
}
