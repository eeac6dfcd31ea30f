import type { Conversation } from './conversation.ts'
import { planStep, writeStep } from './steps.ts'
import { syntheticBody } from './rows.ts'
import type { PendingLine } from './writer.ts'

/** Writes a turn at the conversation's leaf. */
export type WriteTurn = (conversation: Conversation) => void

/** Goes back to before an earlier prompt and asks something else; nothing is written until that next prompt. */
export function rewindTurn(conversation: Conversation, writeTurn: WriteTurn): void {
  const { writer, random, prompts } = conversation
  const index = Math.max(0, prompts.length - 1 - random.int(0, 2))
  const { uuid: old, parent } = prompts[index]
  prompts.length = index
  writer.leaf = parent
  if (writer.profile.version === '2.1.325') {
    writer.lastPrompt({ type: 'last-prompt', leafUuid: NO_LEAF, explicit: true, sessionId: writer.sessionId })
  }
  const first = writer.window.length
  writeTurn(conversation)
  const child = writer.window.slice(first).find(({ record }) => record?.parent === parent)?.record
  if (child) writer.forks.push({ at: parent, children: [old, child.uuid], reason: 'rewind' })
}

/** An answer that was thrown away and asked for again, on the same prompt. */
export function abandonedAnswer(conversation: Conversation): void {
  const { writer } = conversation
  const at = writer.leaf
  const first = writer.window.length
  writeStep(conversation, planStep(conversation, []))
  const child = writer.window[first].record
  writer.leaf = at
  if (child) conversation.abandoned = { at, child: child.uuid }
}

/** Names the fork an abandoned answer made, once the next answer stands beside it. */
export function settleAbandoned(conversation: Conversation): void {
  const { abandoned, writer } = conversation
  if (!abandoned) return
  const next = writer.window.find(
    ({ record }) =>
      record?.parent === abandoned.at && record.uuid !== abandoned.child && record.type !== 'progress',
  )
  if (next?.record)
    writer.forks.push({ at: abandoned.at, children: [abandoned.child, next.record.uuid], reason: 'retry' })
  conversation.abandoned = undefined
}

/** `claude -p --resume` beside the live session: both continue from the same row, their lines interleaved by time. */
export function secondWriterTurn(conversation: Conversation, writeTurn: WriteTurn): void {
  const { writer, random } = conversation
  const { leaf: start, clock } = writer
  const before = writer.window
  writer.parity = 0
  const live = turnApart(conversation, writeTurn, { leaf: start, clock })
  const prompts = [...conversation.prompts]
  const leaf = writer.leaf
  const end = writer.clock
  writer.entrypoint = 'sdk-cli'
  writer.parity = 1
  const other = turnApart(conversation, writeTurn, { leaf: start, clock: clock + 1 })
  writer.entrypoint = 'cli'
  writer.parity = undefined
  writer.clock = Math.max(end, writer.clock) + 1
  writer.window = [...before, ...mergeByTime(live, other)]
  const children = [live, other].flatMap(
    (lines) => lines.find(({ record }) => record?.parent === start)?.record?.uuid ?? [],
  )
  writer.forks.push({ at: start, children, reason: 'second-writer' })
  // The live session goes on from what it has in memory, unless it was closed first.
  if (random.chance(0.6)) {
    writer.leaf = leaf
    conversation.prompts = prompts
  }
}

/**
 * A failed request noted late: the row hangs on the prompt, the conversation goes on from it, and what stood between
 * looks like a dead branch though it is history.
 */
export function lateApiError(conversation: Conversation, promptUuid: string): void {
  const { writer } = conversation
  const over = writer.window.find(
    ({ record }) => record?.parent === promptUuid && record.type !== 'progress',
  )?.record
  const row = apiErrorRow(conversation, promptUuid)
  if (over) writer.forks.push({ at: promptUuid, children: [over.uuid, row.uuid], reason: 'late-api-error' })
}

/** The program tries a failed request again and says so. */
export function apiErrorRow(conversation: Conversation, parent?: string) {
  const { writer, random } = conversation
  return writer.chain(
    'system',
    (uuid, timestamp) => ({
      type: 'system',
      subtype: 'api_error',
      level: 'error',
      error: {
        message: 'Connection error.',
        formatted: 'Unable to connect to API (ECONNRESET)',
        connection: {
          code: 'ECONNRESET',
          message: 'The socket connection was closed unexpectedly.',
          isSSLError: false,
        },
        isNetworkDown: false,
        rateLimits: null,
      },
      retryInMs: random.int(400, 9000),
      retryAttempt: 1,
      maxRetries: 10,
      timestamp,
      uuid,
    }),
    parent ? { parent } : {},
  )
}

/** The program gave up: its own row stands where the answer would. */
export function failedAnswer({ writer, random }: Conversation): void {
  const text = `API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_011${random.base58(21)}"}`
  writer.chain('assistant', (uuid, time) =>
    syntheticBody(writer.profile, { text, id: random.uuid(), error: 'unknown' }, [uuid, time]),
  )
}

/** Lets the last `last-prompt` name a leaf that newer rows have left behind. */
export function pointBack({ writer, random }: Conversation): boolean {
  const written = [...writer.records, ...writer.window.flatMap((pending) => pending.record ?? [])]
  const parents = new Set(written.map((record) => record.parent))
  const fork = random.pick(writer.forks.filter((one) => one.reason !== 'late-api-error'))
  if (!fork) return false
  const inside = new Set([fork.children[0]])
  for (const record of written)
    if (record.parent !== null && inside.has(record.parent)) inside.add(record.uuid)
  const leaf = written.findLast(
    (record) =>
      inside.has(record.uuid) && !parents.has(record.uuid) && record.type !== 'progress' && !record.lost,
  )
  if (!leaf) return false
  writer.lastPrompt({
    type: 'last-prompt',
    lastPrompt: 'back',
    leafUuid: leaf.uuid,
    sessionId: writer.sessionId,
  })
  return true
}

const NO_LEAF = '00000000-0000-0000-0000-000000000000'

function turnApart(
  conversation: Conversation,
  writeTurn: WriteTurn,
  from: { readonly leaf: string | null; readonly clock: number },
): PendingLine[] {
  const { writer } = conversation
  writer.leaf = from.leaf
  writer.clock = from.clock
  writer.window = []
  writeTurn(conversation)
  return writer.window
}

function mergeByTime(a: readonly PendingLine[], b: readonly PendingLine[]): PendingLine[] {
  const merged: PendingLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    merged.push(j >= b.length || (i < a.length && a[i].time <= b[j].time) ? a[i++] : b[j++])
  }
  return merged
}
