import { FLAG, KIND } from '../scan/columns.ts'
import { blocksIn } from '../bytes/read-rows.ts'
import type { Transcript } from '../transcript.ts'
import type { TokenUsage } from './usage.ts'
import { usageOf } from './usage.ts'

/** One API message: the rows of one `message.id`, their blocks in order. */
export interface Message {
  /** The interned `message.id`, or one made up for rows without: what `messageOf` takes. */
  readonly key: number
  /** `message.id`; null where the file has none. */
  readonly id: string | null
  /** Its rows in the order they were said; rows that a later one of the same uuid replaced are left out. */
  readonly rows: readonly number[]
  /** Places in `Blocks`, over all rows. */
  readonly blocks: readonly number[]
  /** The model that wrote it; null where none is named or the program wrote it itself. */
  readonly model: string | null
  readonly requestId: string | null
  /** Times of its first and its last row, in ms since the epoch; null where no row has one. */
  readonly firstTime: number | null
  readonly lastTime: number | null
  /** Counted once, from the largest row; null where no model's row tells of any. */
  readonly usage: TokenUsage | null
  /** The program wrote it (`<synthetic>`), not a model. */
  readonly synthetic: boolean
  /** It tells of an API failure. */
  readonly apiError: boolean
}

/** The message with a key, as in `columns.messageId` of its rows. */
export function messageOf(transcript: Transcript, key: number): Message {
  const { scan, messages, graph } = transcript
  const { columns, ids } = scan
  const all = messages.rows(key)
  const standing = all.filter((row) => !graph.isShadowed(row))
  const rows = graph.mayHaveCycles ? parentsFirst(transcript, standing) : standing
  const times = rows.map((row) => columns.time[row]).filter((time) => !Number.isNaN(time))
  const real = rows.filter((row) => messages.isReal(row))
  const apiError = rows.some((row) => (columns.flags[row] & FLAG.apiError) !== 0)
  return {
    key,
    id: messages.isNamed(key) ? ids.text(key) : null,
    rows,
    blocks: rows.flatMap((row) => blocksIn(scan, row)),
    model: textOrNull(
      transcript,
      real.map((row) => columns.model[row]),
    ),
    requestId: textOrNull(
      transcript,
      rows.map((row) => columns.requestId[row]),
    ),
    firstTime: times[0] ?? null,
    lastTime: times.at(-1) ?? null,
    usage: usageOf(transcript, key)?.tokens ?? null,
    synthetic: real.length === 0 && !apiError,
    apiError,
  }
}

/** The message an assistant row belongs to; null for any other row. */
export function messageAt(transcript: Transcript, row: number): Message | null {
  const { columns } = transcript.scan
  return columns.kind[row] === KIND.assistant ? messageOf(transcript, columns.messageId[row]) : null
}

/** The messages of a model that some rows belong to, in order of first sight. */
export function messagesIn(transcript: Transcript, rows: Iterable<number>): Message[] {
  const { columns } = transcript.scan
  const keys = new Set<number>()
  for (const row of rows)
    if (columns.kind[row] === KIND.assistant && transcript.messages.isReal(row))
      keys.add(columns.messageId[row])
  return Array.from(keys, (key) => messageOf(transcript, key))
}

/** Every message of the file, in order of first sight. */
export function* allMessages(transcript: Transcript): Generator<Message> {
  for (const first of transcript.messages.first)
    yield messageOf(transcript, transcript.scan.columns.messageId[first])
}

/**
 * A child can stand before its parent in the file, but blocks are in the order of the chain. Rows keep
 * file order except that one's parent within the message comes before it.
 */
function parentsFirst({ graph }: Transcript, rows: readonly number[]): number[] {
  const open = new Set(rows)
  const ordered: number[] = []
  for (const row of rows) {
    const chain: number[] = []
    for (let at = row; open.delete(at); at = graph.before(at)) chain.push(at)
    for (let i = chain.length - 1; i >= 0; i--) ordered.push(chain[i])
  }
  return ordered
}

function textOrNull({ scan }: Transcript, candidates: readonly number[]): string | null {
  const id = candidates.find((candidate) => candidate !== 0)
  return id === undefined ? null : scan.ids.text(id)
}
