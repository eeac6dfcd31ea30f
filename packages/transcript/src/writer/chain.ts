import { isObject } from '../entry/narrow.ts'
import {
  aiTitleLine,
  assistantBlockLine,
  attachmentLine,
  compactBoundaryLine,
  compactSummaryLine,
  customTitleLine,
  lastPromptLine,
  systemLine,
  tagLine,
  toolResultLine,
  userPromptLine,
} from './lines.ts'
import type {
  AssistantBlock,
  AttachmentLine,
  RowHead,
  SessionHead,
  SystemLine,
  ToolResultLine,
  UserPrompt,
} from './lines.ts'

/** Where time and uuids come from. */
export interface ChainSeams {
  /** Milliseconds since the epoch. */
  now(): number
  newUuid(): string
}

/** What is already in a transcript that is written on. */
export interface ChainStart {
  /** The row to continue from. */
  readonly tip: string
  /** Every uuid in the file. */
  readonly written: Iterable<string>
  /** The latest time in the file. */
  readonly lastTime: number
}

export interface Compaction {
  readonly summary: string
  readonly trigger: 'auto' | 'manual'
  readonly preTokens: number
  readonly postTokens?: number
  /** A run of rows, one the ancestor of the other, that the model goes on seeing. */
  readonly preserve?: { readonly headUuid: string; readonly tailUuid: string }
}

/** A row that was written: the line to append and the uuid that later rows may name. */
export interface WrittenRow {
  readonly uuid: string
  readonly line: string
}

/**
 * Builds the rows of one transcript so that every version of Claude Code resumes it.
 *
 * Contract: each call gives one whole line. Append it, as one write, before the next call: from then on it counts as
 * written. Rows hang on the one before. What would break a resume throws, since it is a bug of the caller:
 * - a uuid that is already in the file, or a link to one that is not;
 * - a result for a call that was not made, or has its result already;
 * - a prompt, a new message, a compaction or a branch while a call waits for its result;
 * - a further block of a message after a row of something else.
 *
 * Results of parallel calls chain one after another, in the order given: the shape that 2.0.x wrote and that all
 * versions read, while the tree of 2.1.x loses results before 2.1.112. Times rise strictly, even if the clock does
 * not, because 2.0.76 and 2.1.45 take the newest time for the tip.
 */
export class ChainWriter {
  readonly #session: SessionHead
  readonly #seams: ChainSeams
  readonly #written: Set<string>
  #tip: string | null
  #lastTime: number
  /** Row of the tool_use by its id, for the calls without a result. */
  readonly #open = new Map<string, string>()
  readonly #toolIds = new Set<string>()
  readonly #messageIds = new Set<string>()
  #message: string | null = null

  constructor(session: SessionHead, seams: ChainSeams, start?: ChainStart) {
    this.#session = session
    this.#seams = seams
    this.#written = new Set(start?.written)
    this.#tip = start?.tip ?? null
    this.#lastTime = start?.lastTime ?? -Infinity
    if (this.#tip !== null) this.#mustBeWritten(this.#tip, 'tip')
  }

  /** The row that the next one hangs on; null before the first. */
  get tip(): string | null {
    return this.#tip
  }

  /** Ids of the calls that wait for their result. */
  get openCalls(): readonly string[] {
    return [...this.#open.keys()]
  }

  userPrompt(prompt: UserPrompt): WrittenRow {
    this.#mustBeAnswered('a prompt')
    return this.#append((row) => userPromptLine(this.#session, row, prompt))
  }

  assistantBlock(block: AssistantBlock): WrittenRow {
    if (block.messageId !== this.#message) {
      this.#mustBeAnswered('a new message')
      if (this.#messageIds.has(block.messageId)) {
        throw new Error(`message ${block.messageId} has ended; its blocks must follow one another`)
      }
    }
    const toolId = toolIdOf(block.block)
    if (toolId !== null && this.#toolIds.has(toolId))
      throw new Error(`tool call ${toolId} is already written`)
    const written = this.#append((row) => assistantBlockLine(this.#session, row, block))
    this.#message = block.messageId
    this.#messageIds.add(block.messageId)
    if (toolId !== null) {
      this.#toolIds.add(toolId)
      this.#open.set(toolId, written.uuid)
    }
    return written
  }

  toolResult(result: Omit<ToolResultLine, 'sourceToolAssistantUuid'>): WrittenRow {
    const sourceToolAssistantUuid = this.#open.get(result.toolUseId)
    if (sourceToolAssistantUuid === undefined) {
      throw new Error(`no tool call ${result.toolUseId} waits for a result`)
    }
    const written = this.#append((row) =>
      toolResultLine(this.#session, row, { ...result, sourceToolAssistantUuid }),
    )
    this.#open.delete(result.toolUseId)
    return written
  }

  system(system: SystemLine): WrittenRow {
    return this.#append((row) => systemLine(this.#session, row, system))
  }

  /** Versions before 2.1 write none: a transcript that those are to resume does without. */
  attachment(attachment: AttachmentLine): WrittenRow {
    return this.#append((row) => attachmentLine(this.#session, row, attachment))
  }

  /**
   * Hides all before it from the model, but for the preserved run of rows, and puts the summary in its place. Append
   * both lines in one write. The boundary names the summary, which follows it, as the place where preserved rows are
   * spliced in: the format's one link forward. Cut off between the two, it is a boundary without summary, which a
   * resume passes over.
   */
  compact(compaction: Compaction): { readonly boundary: WrittenRow; readonly summary: WrittenRow } {
    this.#mustBeAnswered('a compaction')
    const { trigger, preTokens, postTokens, preserve } = compaction
    if (preserve !== undefined) {
      this.#mustBeWritten(preserve.headUuid, 'preserved head')
      this.#mustBeWritten(preserve.tailUuid, 'preserved tail')
    }
    const summaryUuid = this.#freshUuid()
    const logicalParentUuid = this.#tip
    const preservedSegment = preserve && { ...preserve, anchorUuid: summaryUuid }
    const boundary = this.#append((row) =>
      compactBoundaryLine(this.#session, row, {
        logicalParentUuid,
        trigger,
        preTokens,
        postTokens,
        preservedSegment,
      }),
    )
    const summary = this.#append(
      (row) => compactSummaryLine(this.#session, row, compaction.summary),
      summaryUuid,
    )
    return { boundary, summary }
  }

  /**
   * Continues from an earlier row, as a rewind does. Nothing is written until the next row; then append `lastPrompt`
   * too, or newer versions may resume the branch that was left.
   */
  branchFrom(uuid: string): void {
    this.#mustBeAnswered('a branch')
    this.#mustBeWritten(uuid, 'row to branch from')
    this.#tip = uuid
    this.#message = null
  }

  /** Says that the conversation stands at the tip. */
  lastPrompt(lastPrompt?: string): string {
    if (this.#tip === null) throw new Error('nothing is written that a last-prompt could name')
    return lastPromptLine(this.#session.sessionId, { lastPrompt, leafUuid: this.#tip })
  }

  customTitle(title: string): string {
    return customTitleLine(this.#session.sessionId, title)
  }

  aiTitle(title: string): string {
    return aiTitleLine(this.#session.sessionId, title)
  }

  tag(tag: string): string {
    return tagLine(this.#session.sessionId, tag)
  }

  #append(build: (row: RowHead) => string, uuid = this.#freshUuid()): WrittenRow {
    if (this.#written.has(uuid)) throw new Error(`uuid ${uuid} was given twice`)
    const time = Math.max(this.#seams.now(), this.#lastTime + 1)
    const line = build({ uuid, parentUuid: this.#tip, time })
    this.#written.add(uuid)
    this.#tip = uuid
    this.#lastTime = time
    this.#message = null
    return { uuid, line }
  }

  #freshUuid(): string {
    const uuid = this.#seams.newUuid()
    if (this.#written.has(uuid)) throw new Error(`uuid ${uuid} is already in the transcript`)
    return uuid
  }

  #mustBeWritten(uuid: string, what: string): void {
    if (!this.#written.has(uuid)) throw new Error(`${what} ${uuid} is not in the transcript`)
  }

  #mustBeAnswered(what: string): void {
    if (this.#open.size > 0) {
      throw new Error(`${what} cannot follow while tool calls wait for results: ${this.openCalls.join(', ')}`)
    }
  }
}

function toolIdOf(block: object): string | null {
  return isObject(block) && block.type === 'tool_use' && typeof block.id === 'string' ? block.id : null
}
