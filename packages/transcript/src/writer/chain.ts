import { encodeUtf8 } from '../bytes/utf8.ts'
import { isObject } from '../entry/narrow.ts'
import type { Transcript } from '../transcript.ts'
import { interruptionRows, type Interruption } from './interruption.ts'
import { chainLines, sideLine, type SessionHead } from './lines.ts'
import type {
  NewAssistant,
  NewChainRow,
  NewCompaction,
  NewResult,
  NewRow,
  NewSideRow,
  NewUser,
} from './new-row.ts'
import { endOf, type TranscriptEnd } from './transcript-end.ts'

/** Where time and uuids come from, and one choice. */
export interface ChainOptions {
  /** Milliseconds since the epoch. */
  now(): number
  newUuid(): string
  /**
   * What the results of parallel calls hang on. `chain`, the default: one on the other, as 2.0.x wrote them and all versions
   * read them. `tree`: each on its own call, as 2.1.x writes; versions before 2.1.112 lose some of those.
   */
  readonly results?: 'chain' | 'tree'
}

/** Whole lines for the end of the file, and the uuids of the rows in them; side rows have none. */
export interface Proposal {
  readonly bytes: Uint8Array
  readonly uuids: readonly string[]
}

/**
 * Makes the next rows of a transcript so that every version of Claude Code resumes it.
 *
 * Contract: `propose` gives lines and changes nothing that is written; the next row hangs on the proposed one. `written`
 * says that the disk has a proposal and all before it, and takes their rows into the transcript. `abandon` takes back
 * all that is not written. What would break a resume throws, since it is a bug of the caller:
 * - a uuid that is already in the file, or a link to one that is not;
 * - a result for a call that was not made, or has its result already;
 * - a prompt, a new message or a compaction while a call waits for its result;
 * - a further block of a message after a row of something else.
 *
 * Times rise strictly, even if the clock does not, because 2.0.76 and 2.1.45 take the newest time for the tip.
 */
export class ChainWriter {
  readonly transcript: Transcript
  readonly #options: ChainOptions
  /** As the disk has it, and with all proposals. */
  #written: End
  #end: End
  readonly #proposals: Proposed[] = []
  /** Uuids, calls and messages of the proposals. */
  readonly #proposedIds = new Set<string>()

  constructor(transcript: Transcript, head: SessionHead, options: ChainOptions) {
    this.transcript = transcript
    this.#options = options
    this.#written = { ...endOf(transcript), message: null, head }
    this.#end = this.#written
  }

  /** The row that the next one hangs on; null before the first. */
  get tip(): string | null {
    return this.#end.tip
  }

  /** Ids of the calls that wait for their result, in the order in which they were made. */
  get openCalls(): readonly string[] {
    return [...this.#end.open.keys()]
  }

  /** The rows that end the turn where it stands. */
  interruption(interruption: Interruption): NewRow[] {
    return interruptionRows({ openCalls: this.openCalls, isModelsTurn: this.#end.isModelsTurn }, interruption)
  }

  propose(row: NewRow): Proposal {
    switch (row.kind) {
      case 'user':
        return this.#user(row)
      case 'result':
        return this.#result(row)
      case 'assistant':
        return this.#assistant(row)
      case 'synthetic':
        this.#mustBeAnswered('a new message')
        return this.#add(
          { messageId: this.#options.newUuid(), ...row },
          { change: { isModelsTurn: false, message: null } },
        )
      case 'compaction':
        return this.#compaction(row)
      case 'system':
      case 'attachment':
        return this.#add(row)
      default:
        return this.#side(row)
    }
  }

  /** Rows up to this proposal are on the disk. */
  written(proposal: Proposal): void {
    const count = this.#proposals.findIndex((proposed) => proposed === proposal) + 1
    if (count === 0) throw new Error('what was not proposed, or was abandoned, cannot be written')
    for (const { bytes, ids, end } of this.#proposals.splice(0, count)) {
      this.transcript.append(bytes)
      for (const id of ids) this.#proposedIds.delete(id)
      this.#written = end
    }
  }

  /** What was proposed and is not written will not be. */
  abandon(): void {
    this.#proposals.length = 0
    this.#proposedIds.clear()
    this.#end = this.#written
  }

  #user(row: NewUser): Proposal {
    this.#mustBeAnswered('a prompt')
    if (typeof row.after === 'string') this.#mustBeThere(row.after, 'row to go on from')
    return this.#add(row, { parentUuid: row.after, change: { isModelsTurn: true } })
  }

  #result(row: NewResult): Proposal {
    const callUuid = this.#end.open.get(row.toolUseId)
    if (callUuid === undefined) throw new Error(`no tool call ${row.toolUseId} waits for a result`)
    const open = new Map(this.#end.open)
    open.delete(row.toolUseId)
    const isTree = this.#options.results === 'tree'
    // In a tree a call can have its result before the next block of its message comes.
    const message = isTree ? this.#end.message : null
    const parentUuid = isTree ? callUuid : undefined
    return this.#add(row, { parentUuid, callUuid, change: { open, message, isModelsTurn: true } })
  }

  #assistant(row: NewAssistant): Proposal {
    const { id, content } = row.message
    if (id !== this.#end.message) {
      this.#mustBeAnswered('a new message')
      if (this.#hasMessage(id)) throw new Error(`message ${id} has ended; its blocks must follow one another`)
    }
    const calls = content.flatMap(callIdOf)
    for (const call of calls) if (this.#hasCall(call)) throw new Error(`tool call ${call} is already written`)
    const uuid = row.uuid ?? this.#freshUuid()
    const open = new Map(this.#end.open)
    for (const call of calls) open.set(call, uuid)
    const change = { open, message: id, isModelsTurn: false }
    return this.#add({ ...row, uuid }, { ids: [id, ...calls], change })
  }

  /** Cut off between its two lines, a compaction is a boundary without summary, which a resume passes over. */
  #compaction(row: NewCompaction): Proposal {
    this.#mustBeAnswered('a compaction')
    for (const uuid of row.preserve ?? []) this.#mustBeThere(uuid, 'preserved row')
    return this.#add(row, { change: { isModelsTurn: true } })
  }

  #side(row: NewSideRow): Proposal {
    const time = Math.max(this.#options.now(), this.#end.time)
    const leafUuid = row.kind === 'last-prompt' ? this.#leaf(row.explicit === true) : undefined
    const line = sideLine(this.#end.head.sessionId, row, { time, leafUuid })
    return this.#propose({ bytes: encodeUtf8(line), uuids: [], ids: [], end: this.#end })
  }

  /** What a `last-prompt` names: where the conversation stands, or, after a rewind, nothing. */
  #leaf(isRewound: boolean): string {
    if (isRewound) return NO_UUID
    if (this.#end.tip === null) throw new Error('nothing is written that a last-prompt could name')
    return this.#end.tip
  }

  #add(
    row: NewChainRow,
    { parentUuid = this.#end.tip, callUuid, ids = [], change = {} }: Addition = {},
  ): Proposal {
    const uuids = [row.uuid ?? this.#freshUuid(), ...(row.kind === 'compaction' ? [this.#freshUuid()] : [])]
    for (const uuid of uuids) this.#mustBeFresh(uuid)
    const first = Math.max(row.time ?? this.#options.now(), this.#end.time + 1)
    const times = uuids.map((_, index) => first + index)
    const { cwd, gitBranch, slug } = { ...this.#end.head, ...defined(row) }
    const head = { ...this.#end.head, cwd, gitBranch, slug }
    const lines = chainLines(head, row, { uuids, times, parentUuid, callUuid })
    return this.#propose({
      bytes: encodeUtf8(lines.join('')),
      uuids,
      ids: [...uuids, ...ids],
      end: {
        ...this.#end,
        message: null,
        ...change,
        head,
        tip: uuids.at(-1) ?? null,
        time: times.at(-1) ?? first,
      },
    })
  }

  #propose(proposed: Proposed): Proposal {
    this.#proposals.push(proposed)
    for (const id of proposed.ids) this.#proposedIds.add(id)
    this.#end = proposed.end
    return proposed
  }

  #freshUuid(): string {
    const uuid = this.#options.newUuid()
    this.#mustBeFresh(uuid)
    return uuid
  }

  #mustBeFresh(uuid: string): void {
    if (this.#hasRow(uuid)) throw new Error(`uuid ${uuid} is already in the transcript`)
  }

  #mustBeThere(uuid: string, what: string): void {
    if (!this.#hasRow(uuid)) throw new Error(`${what} ${uuid} is not in the transcript`)
  }

  #hasRow(uuid: string): boolean {
    return this.#proposedIds.has(uuid) || this.transcript.graph.rowOfText(uuid) >= 0
  }

  #hasCall(id: string): boolean {
    const { tools, scan } = this.transcript
    return this.#proposedIds.has(id) || tools.firstUseOf(scan.ids.find(id)) >= 0
  }

  #hasMessage(id: string): boolean {
    const { messages, scan } = this.transcript
    return this.#proposedIds.has(id) || messages.lastRow(scan.ids.find(id)) >= 0
  }

  #mustBeAnswered(what: string): void {
    if (this.#end.open.size > 0)
      throw new Error(`${what} cannot follow while tool calls wait for results: ${this.openCalls.join(', ')}`)
  }
}

/** Where the next row goes. */
interface End extends TranscriptEnd {
  /** The message whose blocks are being written. */
  readonly message: string | null
  readonly head: SessionHead
}

interface Proposed extends Proposal {
  readonly ids: readonly string[]
  readonly end: End
}

interface Addition {
  /** The tip by default. */
  readonly parentUuid?: string | null
  readonly callUuid?: string
  /** What else is in the transcript from then on. */
  readonly ids?: readonly string[]
  readonly change?: Partial<End>
}

const NO_UUID = '00000000-0000-0000-0000-000000000000'

/** What a row says of its surroundings. */
function defined({ cwd, gitBranch, slug }: NewChainRow): Partial<SessionHead> {
  return {
    ...(cwd !== undefined && { cwd }),
    ...(gitBranch !== undefined && { gitBranch }),
    ...(slug !== undefined && { slug }),
  }
}

function callIdOf(block: object): string[] {
  return isObject(block) && block.type === 'tool_use' && typeof block.id === 'string' ? [block.id] : []
}
