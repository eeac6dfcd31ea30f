import type { ByteSource } from '../bytes/bodies.ts'
import { loadBodies } from '../bytes/bodies.ts'
import type { ResumeView } from './resume-view.ts'
import { resumeView } from './resume-view.ts'
import { FLAG, KIND } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import type { Transcript } from '../transcript.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import { LoadedRows } from './loaded-rows.ts'
import { rulesFor } from './rules.ts'

/** What a version of Claude Code goes by when it looks for a session. Plain data. */
export interface SessionFacts {
  /** Bytes of the file. */
  readonly size: number
  /** The last one near the end of the file, else near its start; empty where it was taken away. */
  readonly customTitle: string | null
  readonly aiTitle: string | null
  /** A mark of a sidechain or of a team stands near the start of the file, in whatever row, at whatever depth. */
  readonly markedAsSide: boolean
  /** Whether any row has a `parentUuid`. */
  readonly chained: boolean
  /** Whether the program takes up any rows, and user or assistant rows among them. */
  readonly loads: 'nothing' | 'rows' | 'speech'
  /** Whether a resume finds a conversation, and one in which somebody speaks. */
  readonly past: 'none' | 'silent' | 'some'
  /** The session id that the tip of that conversation names. */
  readonly tipSessionId: string | null
  /** Where conversations end, which is what older versions list; null where an end hangs on a cycle of parents. */
  readonly ends: readonly ConversationEnd[] | null
}

export interface ConversationEnd {
  /** Times in milliseconds, NaN without a valid one: of the last row, and of the first. */
  readonly time: number
  readonly firstTime: number
  /** The session id that the first row names. */
  readonly sessionId: string | null
}

/** Reads at most the two ends of the file and the last compaction boundary. */
export function sessionFacts(
  transcript: Transcript,
  source: ByteSource,
  options: { readonly version?: string } = {},
): SessionFacts {
  const { scan } = transcript
  const loaded = new LoadedRows(scan, rulesFor(options.version))
  const view = resumeView(transcript, source, options)
  const size = scan.offset + scan.pendingBytes
  return {
    size,
    customTitle: titleIn(scan, source, { type: 'custom-title', key: 'customTitle', size }),
    aiTitle: titleIn(scan, source, { type: 'ai-title', key: 'aiTitle', size }),
    markedAsSide: isMarked(decodeUtf8(source.read([{ offset: 0, length: Math.min(size, WINDOW) }])[0])),
    chained: anyRow(scan, (row) => (scan.columns.flags[row] & FLAG.hasParentKey) !== 0),
    loads: loaded.order.some((row) => speaks(scan, row))
      ? 'speech'
      : loaded.order.length > 0
        ? 'rows'
        : 'nothing',
    past: pastOf(scan, view),
    tipSessionId: view.kind === 'conversation' ? sessionIdOf(scan, view.tip) : null,
    ends: endsOf(scan, loaded),
  }
}

/** 2.1.325 lists a session by this much of either end: a title 63,000 bytes away is found, one 67,000 away is not. */
const WINDOW = 64 * 1024

function isMarked(head: string): boolean {
  return /"isSidechain": ?true/.test(head) || /"teamName": ?"[^"]/.test(head)
}

interface TitleRequest {
  readonly type: string
  readonly key: string
  readonly size: number
}

function titleIn(scan: Scanner, source: ByteSource, { type, key, size }: TitleRequest): string | null {
  const { columns, ids } = scan
  const typeId = ids.find(type)
  if (typeId === 0) return null
  const rows: number[] = []
  for (let row = 0; row < columns.count; row++) if (columns.type[row] === typeId) rows.push(row)
  const inTail = rows.filter((row) => columns.offset[row] >= size - WINDOW)
  const inHead = rows.filter((row) => columns.offset[row] + columns.length[row] <= WINDOW)
  const bodies = loadBodies(scan, source, [...new Set([...inHead, ...inTail])])
  for (const row of [...inTail.toReversed(), ...inHead.toReversed()]) {
    const title = bodies.get(row)?.[key]
    if (typeof title === 'string') return title
  }
  return null
}

function pastOf(scan: Scanner, view: ResumeView): SessionFacts['past'] {
  if (view.kind === 'no-conversation') return 'none'
  // A version that hangs or fails on the conversation has found one.
  if (view.kind !== 'conversation') return 'some'
  return view.rows.some((row) => speaks(scan, row)) ? 'some' : 'silent'
}

/** Rows that no other continues, with the first row of their chain; not where that one is a sub-agent's. */
function endsOf(scan: Scanner, loaded: LoadedRows): ConversationEnd[] | null {
  const continued = new Set(loaded.order.map((row) => loaded.parentOf(row)))
  const firsts = new Map<number, number>()
  const ends: ConversationEnd[] = []
  for (const row of loaded.order) {
    if (continued.has(row)) continue
    const first = firstOf(loaded, row, firsts)
    if (first === ON_A_CYCLE) return null
    if (loaded.isSidechain(first)) continue
    const sessionId = sessionIdOf(scan, first)
    ends.push({ time: loaded.time(row), firstTime: loaded.time(first), sessionId })
  }
  return ends
}

const ON_A_CYCLE = -1

/** `known` holds what earlier walks found, so that branches of one trunk walk it once. */
function firstOf(loaded: LoadedRows, end: number, known: Map<number, number>): number {
  const walked: number[] = []
  let row = end
  while (!known.has(row)) {
    walked.push(row)
    known.set(row, ON_A_CYCLE) // stays where the walk comes back here
    const parent = loaded.parentOf(row)
    if (parent < 0) known.set(row, row)
    else row = parent
  }
  const first = known.get(row) ?? ON_A_CYCLE
  for (const passed of walked) known.set(passed, first)
  return first
}

function sessionIdOf(scan: Scanner, row: number): string | null {
  const id = scan.columns.sessionId[row]
  return id === 0 ? null : scan.ids.text(id)
}

function speaks(scan: Scanner, row: number): boolean {
  const kind = scan.columns.kind[row]
  return kind === KIND.user || kind === KIND.assistant
}

function anyRow(scan: Scanner, passes: (row: number) => boolean): boolean {
  for (let row = 0; row < scan.columns.count; row++) if (passes(row)) return true
  return false
}
