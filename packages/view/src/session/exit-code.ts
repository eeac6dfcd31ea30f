import type { ReadToolCall } from '@skein/transcript'
import { textOf } from '@skein/transcript'

/** How a shell command ended, where the transcript tells; null for everything else. */
export function exitCodeOf({ name, status, output, content }: ReadToolCall): number | null {
  if (output?.tool === 'BashOutput' || output?.tool === 'TaskOutput') return output.exitCode
  if (name !== 'Bash' || content === null) return null
  if (status === 'error') {
    const told = FAILED.exec(textOf(content).slice(0, 200))
    return told === null ? null : Number(told[1])
  }
  // Where a code other than 0 is no failure the program says so in words; in the background nobody knows yet.
  const isKnown =
    output?.tool === 'Bash' && output.backgroundTaskId === null && output.returnCodeInterpretation === null
  return status === 'ok' && isKnown ? 0 : null
}

const FAILED = /^(?:<tool_use_error>)?(?:Error: )?(?:Command failed with )?exit code:? (\d{1,5})\b/i
