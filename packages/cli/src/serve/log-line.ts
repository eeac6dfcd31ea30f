import type { LogFields, LogLevel } from '@skein/server'
import { inertLine } from '../terminal/inert.ts'

/** What somebody in front of the server wants to know of its log; null for the rest, which is in the file. */
export function logLine(level: LogLevel, event: string, fields: LogFields): string | null {
  if (level === 'info' && !TOLD.has(event)) return null
  const facts = Object.entries(fields).flatMap(([name, value]) =>
    value === null || name === 'at' ? [] : [`${name} ${String(value)}`],
  )
  return inertLine(`skein: ${event}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`)
}

const TOLD = new Set(['signed-in', 'stopped'])
