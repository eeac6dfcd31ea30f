import type { TraceSettings } from '../target/target.ts'

/**
 * Whether a project may be traced. A pattern is a folder, which stands for everything below it, or has `*` for any run
 * of characters; `~/` is the home folder. What is excluded stays so, whatever includes it.
 */
export function isTraced(
  project: string,
  { include, exclude }: Pick<TraceSettings, 'include' | 'exclude'>,
  home: string,
): boolean {
  const fits = (pattern: string): boolean => matcher(pattern, home).test(project)
  if (exclude.some(fits)) return false
  return include.length === 0 || include.some(fits)
}

function matcher(pattern: string, home: string): RegExp {
  const whole = (pattern.startsWith('~/') ? home + pattern.slice(1) : pattern).replace(/[\\/]+$/, '')
  const parts = whole.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}(?:[\\\\/].*)?$`, 's')
}

/** Whether a trace is of the share that is sent; the same on every machine and in every run. */
export function isSampled(traceId: string, rate: number): boolean {
  // 52 of the bits that OpenTelemetry samples by, the last seven bytes: as many as a number holds exactly.
  return rate >= 1 || parseInt(traceId.slice(-14, -1), 16) < rate * 2 ** 52
}
