import { BLOCK, blocksIn, chainLines, FLAG, INTERRUPTED_CALL, KIND, type JsonObject } from '@skein/transcript'
import { isObject } from '../../json.ts'
import type { MendedTranscript } from './mended-transcript.ts'

/** What becomes of calls that nobody answered, and of answers to calls that are gone. */
export type OrphanChoice = 'result' | 'drop'

export interface MendedCalls {
  readonly calls: number
  readonly results: number
}

/**
 * Pairs calls and results again. A call without a result gets one that says that the session broke off, where the
 * results of its message stand; a result without a call becomes text that the program injected, since no version
 * sends it as a result. Or both go.
 */
export function mendCalls(mended: MendedTranscript, choice: OrphanChoice): MendedCalls {
  const calls = orphanedCalls(mended)
  const strays = strayResults(mended)
  if (choice === 'drop') {
    dropAll(mended, calls, 'tool_use', 'id')
    dropAll(mended, strays, 'tool_result', 'tool_use_id')
  } else {
    answer(mended, calls)
    tellAsText(mended, strays)
  }
  return { calls: calls.length, results: strays.length }
}

function orphanedCalls({ transcript, chain }: MendedTranscript): number[] {
  const { scan, tools } = transcript
  const { row, toolId } = scan.blocks
  return tools.uses.filter(
    (use) =>
      chain.isLoadable(row[use]) &&
      !chain.isRenamed(row[use]) &&
      !tools.resultsOf(toolId[use]).some((result) => chain.isLoadable(row[result])),
  )
}

function strayResults({ transcript, chain }: MendedTranscript): number[] {
  const { scan, tools } = transcript
  const { count, kind, row, toolId } = scan.blocks
  const strays: number[] = []
  for (let block = 0; block < count; block++)
    if (
      kind[block] === BLOCK.toolResult &&
      chain.isLoadable(row[block]) &&
      scan.columns.kind[row[block]] === KIND.user &&
      !tools.usesOf(toolId[block]).some((use) => chain.isLoadable(row[use]))
    )
      strays.push(block)
  return strays
}

function dropAll(mended: MendedTranscript, blocks: readonly number[], type: string, key: string): void {
  const { scan } = mended.transcript
  const gone = new Set<unknown>(blocks.map((block) => scan.ids.text(scan.blocks.toolId[block])))
  mended.dropBlocks(
    blocks.map((block) => scan.blocks.row[block]),
    (block) => block['type'] === type && gone.has(typeof block[key] === 'string' ? block[key] : ''),
  )
}

/** Puts results in: on the path behind the message and its results, so that every version finds them; else on the call. */
function answer(mended: MendedTranscript, calls: readonly number[]): void {
  const { blocks, columns } = mended.transcript.scan
  const aside = new Map<number, number[]>()
  const anchors = new Map<number, number>()
  for (const use of calls) {
    const row = blocks.row[use]
    const anchor = anchors.get(columns.messageId[row]) ?? anchorOf(mended, row)
    anchors.set(columns.messageId[row], anchor)
    if (anchor >= 0) mended.insertOnPath(anchor, (parent, time) => resultRow(mended, { use, parent, time }))
    else addTo(aside, row, use)
  }
  if (aside.size === 0) return
  const next = childrenOf(mended, aside)
  for (const [row, uses] of aside)
    mended.insertAside(row, next.get(row) ?? [], (parent, time) =>
      uses.map((use) => resultRow(mended, { use, parent, time })),
    )
}

/** The last row on the path of the message that a row belongs to, or of its results; -1 if it is not on the path. */
function anchorOf({ transcript, livePosition, live }: MendedTranscript, row: number): number {
  const { scan, messages } = transcript
  const { kind, messageId } = scan.columns
  const ofMessage = messages.isNamed(messageId[row]) ? messages.rows(messageId[row]) : []
  const start = ofMessage.reduce((latest, other) => Math.max(latest, livePosition(other)), livePosition(row))
  if (start < 0) return -1
  let end = start
  while (end + 1 < live.length) {
    const next = live[end + 1]
    const isSame = kind[next] === KIND.assistant && messageId[next] === messageId[row]
    if (!isSame && !(kind[next] === KIND.user && isResult(transcript, next))) break
    end++
  }
  return live[end]
}

function isResult({ scan }: MendedTranscript['transcript'], row: number): boolean {
  return blocksIn(scan, row).some((block) => scan.blocks.kind[block] === BLOCK.toolResult)
}

/** What goes on from a row: neither the rest of its message nor its results. */
function childrenOf(
  { transcript, chain }: MendedTranscript,
  rows: ReadonlyMap<number, unknown>,
): Map<number, number[]> {
  const { columns } = transcript.scan
  const children = new Map<number, number[]>()
  for (let row = 0; row < columns.count; row++) {
    const parent = chain.isNode(row) ? chain.parentOf(row) : -1
    if (parent < 0 || !rows.has(parent)) continue
    const isSame =
      columns.kind[row] === KIND.assistant && columns.messageId[row] === columns.messageId[parent]
    if (!isSame && !isResult(transcript, row)) addTo(children, parent, row)
  }
  return children
}

function addTo(lists: Map<number, number[]>, key: number, item: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

interface PutIn {
  readonly use: number
  readonly parent: string
  readonly time: number
}

function resultRow(mended: MendedTranscript, { use, parent, time }: PutIn): JsonObject {
  const { columns, blocks, ids } = mended.transcript.scan
  const row = blocks.row[use]
  const toolUseId = ids.text(blocks.toolId[use])
  const agentId = ids.text(columns.agentId[row])
  const [line] = chainLines(
    {
      sessionId: ids.text(columns.sessionId[row]),
      cwd: ids.text(columns.cwd[row]),
      version: ids.text(columns.version[row]),
      gitBranch: ids.text(columns.gitBranch[row]),
      ...(agentId === '' ? {} : { agentId }),
    },
    {
      kind: 'result',
      toolUseId,
      content: INTERRUPTED_CALL,
      isError: true,
      toolUseResult: `Error: ${INTERRUPTED_CALL}`,
    },
    {
      uuids: [mended.freshUuid(row, toolUseId)],
      times: [time],
      parentUuid: parent,
      callUuid: mended.uuidOf(row),
    },
  )
  const isSidechain = (columns.flags[row] & FLAG.sidechain) !== 0
  // A builder of lines gives an object.
  return { ...(JSON.parse(line) as JsonObject), isSidechain }
}

function tellAsText(mended: MendedTranscript, strays: readonly number[]): void {
  const { row, toolId } = mended.transcript.scan.blocks
  const ids = new Set(strays.map((block) => mended.transcript.scan.ids.text(toolId[block])))
  mended.changeContent(
    strays.map((block) => row[block]),
    (content, value) => ({
      ...value,
      isMeta: true,
      message: {
        ...(value['message'] as JsonObject),
        content: content.flatMap((block) => asText(block, ids)),
      },
    }),
  )
}

function asText(block: unknown, strays: ReadonlySet<string>): unknown[] {
  if (!isObject(block) || block['type'] !== 'tool_result') return [block]
  if (typeof block['tool_use_id'] === 'string' && !strays.has(block['tool_use_id'])) return [block]
  const content = block['content']
  const said =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  const sent = said.filter(
    (part: { type?: unknown; text?: unknown }) =>
      part?.type === 'image' || part?.type === 'document' || (part?.type === 'text' && part.text !== ''),
  )
  return [{ type: 'text', text: LOST_CALL }, ...sent]
}

const LOST_CALL = '[The result of a tool call that is no longer part of this conversation:]'
