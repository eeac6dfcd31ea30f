import { INTERRUPTED_CALL, NO_RESPONSE } from '../resume/texts.ts'
import type { NewRow } from './new-row.ts'

export interface Interruption {
  /**
   * `user`: somebody stopped the turn. `death`: the process that ran it ended, and whoever goes on with the session says
   * so, as the program does when it resumes.
   */
  readonly by: 'user' | 'death'
  /** Calls that had begun; of the others the model is told that they were refused. */
  readonly running?: readonly string[]
  /** The message that was cut off while it came. */
  readonly messageId?: string
  readonly promptId?: string
}

/** Where a conversation was interrupted. */
export interface Interrupted {
  readonly openCalls: readonly string[]
  /** The model had to say something next. */
  readonly isModelsTurn: boolean
}

/** The rows that end a turn: an answer for each open call, and a word to the model. */
export function interruptionRows(where: Interrupted, interruption: Interruption): NewRow[] {
  const { openCalls, isModelsTurn } = where
  const { by, running = [], messageId, promptId } = interruption
  if (by === 'death' && openCalls.length === 0 && !isModelsTurn) return []
  if (by === 'death')
    return [
      ...openCalls.map((toolUseId): NewRow => ({
        kind: 'result',
        toolUseId,
        content: INTERRUPTED_CALL,
        isError: true,
        toolUseResult: INTERRUPTED_CALL,
        toolDenialKind: 'interrupted',
        promptId,
      })),
      { kind: 'synthetic', text: NO_RESPONSE },
    ]
  const stopped = openCalls.map((toolUseId): NewRow => ({
    kind: 'result',
    toolUseId,
    content: running.includes(toolUseId) ? `${REFUSED} ${STOPPED}` : REFUSED,
    isError: true,
    toolUseResult: 'User rejected tool use',
    toolDenialKind: 'user-rejected',
    promptId,
  }))
  const text =
    openCalls.length > 0 ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]'
  return [
    ...stopped,
    { kind: 'user', content: [{ type: 'text', text }], promptId, interruptedMessageId: messageId },
  ]
}

/** Word for word as the program says it: newer versions and their models know these texts. */
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
const STOPPED =
  'Correction to the text above: this call was stopped while running, not refused before it ran. It may have run in part or in full, and its changes may have been written. No permission prompt was involved. Work it started elsewhere (a remote command, a background process) may still be running, so check before starting the same work again. The instruction to stop and wait still stands.'
