import { appendFileSync, renameSync, statSync } from 'node:fs'

/**
 * Where hooks and exporters say what went wrong, since nobody reads what they print.
 *
 * Contract: a line is a time, who speaks, and words of our own; what a transcript says never stands here. No more than two
 * files of `MOST` bytes. Never throws.
 */
export function logLine(file: string, line: string, now: number = Date.now()): void {
  try {
    if (sizeOf(file) > MOST) renameSync(file, `${file}.old`)
    const text = Array.from(line, (unit) => (unit < ' ' ? ' ' : unit)).join('')
    appendFileSync(file, `${new Date(now).toISOString()} ${text.slice(0, LONGEST)}\n`, { mode: 0o600 })
  } catch {
    // No folder to write in: there is nobody left to tell.
  }
}

const MOST = 256 * 1024
const LONGEST = 500

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** What happened, without what it happened to: the code of a failure of the system, else its class. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // Ours say in words what happened, and hold no text of others.
  if (OURS.has(error.name)) return error.message
  if (!('code' in error)) return error.name
  const call = 'syscall' in error ? ` (${String(error.syscall)})` : ''
  return `${String(error.code)}${call}`
}

const OURS = new Set(['TraceError', 'StoreError'])
