import { BLOCK, FLAG, KIND } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import { MARK } from '../scan/text-mark.ts'

/** What a user row is, as far as its columns say. */
export type PromptKind =
  | 'plain'
  | 'command'
  | 'bash'
  | 'ide-selection'
  | 'ide-opened-file'
  | 'image'
  | 'notification'
  | 'compact-summary'
  | 'meta'
  | 'interruption'
  | 'tool-result'
  | 'output'

/**
 * Classifies a user row; null for any other row.
 *
 * Tool results are user rows too, and so is much that the program injects. What is left after
 * those, whatever the shape of its content, was typed by a human.
 */
export function promptKind(scan: Scanner, row: number): PromptKind | null {
  const { columns, blocks } = scan
  if (columns.kind[row] !== KIND.user) return null
  const flags = columns.flags[row]
  if ((flags & FLAG.compactSummary) !== 0) return 'compact-summary'
  let image = false
  let first: PromptKind | null = null
  let text = false
  for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++) {
    if (blocks.kind[block] === BLOCK.toolResult) return 'tool-result'
    if (blocks.kind[block] === BLOCK.image) image = true
    if (blocks.kind[block] !== BLOCK.text) continue
    const marked = KIND_OF_MARK[blocks.mark[block]]
    if (marked === undefined) text = true
    else first ??= marked
  }
  if ((flags & FLAG.meta) !== 0) return 'meta'
  if (columns.promptSource[row] !== 0 && isNotification(scan, row)) return 'notification'
  if (first !== null && (first.startsWith('ide-') || !text)) return first
  return image ? 'image' : 'plain'
}

/** Whether a turn begins at the row: a human prompt, whatever its form. */
export function startsTurn(scan: Scanner, row: number): boolean {
  const kind = promptKind(scan, row)
  return kind !== null && isHuman(kind)
}

/** Whether a human typed what the row holds. */
export function isHuman(kind: PromptKind): boolean {
  return HUMAN_KINDS.has(kind)
}

/** Whether the row is a prompt that a running turn took in: an attachment, so it starts no turn. */
export function isQueuedCommand({ columns, ids }: Scanner, row: number): boolean {
  if (columns.kind[row] !== KIND.attachment || columns.subtype[row] === 0) return false
  return columns.subtype[row] === ids.find('queued_command')
}

const HUMAN_KINDS: ReadonlySet<PromptKind> = new Set([
  'plain',
  'command',
  'bash',
  'ide-selection',
  'ide-opened-file',
  'image',
] as const)

const KIND_OF_MARK: Readonly<Record<number, PromptKind | undefined>> = {
  [MARK.command]: 'command',
  [MARK.commandOutput]: 'output',
  [MARK.bashInput]: 'bash',
  [MARK.bashOutput]: 'output',
  [MARK.ideSelection]: 'ide-selection',
  [MARK.ideOpenedFile]: 'ide-opened-file',
  [MARK.taskNotification]: 'notification',
  [MARK.systemReminder]: 'meta',
  [MARK.interruption]: 'interruption',
  [MARK.caveat]: 'meta',
  [MARK.memoryInput]: 'plain',
  [MARK.teammate]: 'notification',
  [MARK.continued]: 'compact-summary',
}

/** Newer rows say themselves that the program wrote them: `origin.kind`, else `promptSource`. */
function isNotification({ columns, ids }: Scanner, row: number): boolean {
  const source = ids.text(columns.promptSource[row])
  return source === 'task-notification' || source === 'system'
}
