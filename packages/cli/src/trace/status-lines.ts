import { counted, minute, whole } from '../terminal/figures.ts'
import type { Style } from '../terminal/style.ts'
import { shownLine } from '../session/shown-line.ts'
import type { ShownTarget } from './run-trace-status.ts'

interface Shown {
  /** Transcripts that hooks have pointed to, and that no exporter has dealt with. */
  readonly waiting: number
  readonly log: string
  readonly lastLines: readonly string[]
  readonly style: Style
}

export function statusLines(targets: readonly ShownTarget[], shown: Shown): string[] {
  const { style, waiting, log, lastLines } = shown
  const lines = targets.flatMap((target, i) => [...(i === 0 ? [] : ['']), ...targetLines(target, shown)])
  if (targets.length === 0) lines.push(NO_TARGET)
  if (waiting > 0) lines.push('', `${counted(waiting, 'session')} waiting for the exporter`)
  if (lastLines.length === 0) return lines
  return [
    ...lines,
    '',
    style.dim(`log: ${shownLine(log)}`),
    ...lastLines.map((line) => `  ${shownLine(line)}`),
  ]
}

const NO_TARGET =
  'No target. Set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY, or OTEL_EXPORTER_OTLP_ENDPOINT, or write trace.json.'

function targetLines(target: ShownTarget, { style }: Shown): string[] {
  const kind = target.configured ? target.kind : 'not configured here'
  const lines = [`${style.bold(shownLine(target.name))}  ${kind}  ${style.dim(shownLine(target.url))}`]
  const sent = target.lastSent === null ? 'nothing yet' : `the last ${minute(target.lastSent)}`
  lines.push(`  ${counted(target.acknowledged, 'span')} acknowledged, ${sent}`)
  const unknown = target.unknown === 0 ? '' : ` (${whole(target.unknown)} may have arrived)`
  if (target.pending > 0) lines.push(`  ${counted(target.pending, 'span')} pending${unknown}`)
  if (target.openTurns > 0) lines.push(`  ${counted(target.openTurns, 'turn')} not ended`)
  if (target.resent > 0) lines.push(`  ${counted(target.resent, 'span')} sent again after a lost answer`)
  if (target.rejected > 0) lines.push(`  ${counted(target.rejected, 'span')} not kept by the target`)
  if (target.failed > 0) lines.push(style.yellow(`  ${counted(target.failed, 'span')} refused for good`))
  if (target.lastError !== null)
    lines.push(
      style.yellow(`  last error, ${minute(target.lastError.time)}: ${shownLine(target.lastError.line)}`),
    )
  return lines
}
