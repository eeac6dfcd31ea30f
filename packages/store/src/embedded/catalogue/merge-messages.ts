import type { FileMessage } from './messages.ts'

/** The message that some rows tell of, and, behind them, others. */
export function mergeMessages(a: FileMessage, b: FileMessage): FileMessage {
  const larger = b.tokens.output >= a.tokens.output ? b : a
  return {
    ...larger,
    forked: a.forked && b.forked,
    side: a.side,
    time: a.time === null || b.time === null ? (a.time ?? b.time) : Math.min(a.time, b.time),
    tools: b.tools.length === 0 ? a.tools : a.tools.concat(b.tools).slice(0, MAX_TOOLS),
  }
}

/** Far more than one message calls; a file that repeats a message a million times must not cost their square. */
export const MAX_TOOLS = 256
