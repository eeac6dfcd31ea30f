import type { Message } from '../messages/messages.ts'
import { messageOf } from '../messages/messages.ts'
import { BLOCK, KIND } from '../scan/columns.ts'
import type { ToolCall } from '../tools/tool-calls.ts'
import { Calls } from '../tools/tool-calls.ts'
import type { Transcript } from '../transcript.ts'

/**
 * Messages and calls of a turn, for who asks for the same turn again while it grows: the turn of the tip may have thousands
 * of them, of which a new row changes one. Each is taken for the same as long as no row was added to it, and no link between
 * older rows changed.
 */
export class TurnMemory {
  #structure = -1
  readonly #messages = new Map<number, { readonly last: number; readonly message: Message }>()
  readonly #calls = new Map<number, ToolCall>()

  /** To be called before anything is asked. */
  refresh({ graph }: Transcript): void {
    if (this.#structure === graph.structuralChanges) return
    this.#structure = graph.structuralChanges
    this.clear()
  }

  clear(): void {
    this.#messages.clear()
    this.#calls.clear()
  }

  message(transcript: Transcript, key: number): Message {
    const last = transcript.messages.lastRow(key)
    const known = this.#messages.get(key)
    if (known?.last === last) return known.message
    const message = messageOf(transcript, key)
    this.#messages.set(key, { last, message })
    return message
  }

  /** A call whose one answer is there: nothing but another answer changes it. */
  call(transcript: Transcript, calls: Calls, use: number): ToolCall {
    const { tools, scan } = transcript
    const id = scan.blocks.toolId[use]
    const result = tools.onlyResultOf(id)
    if (result < 0) return calls.of(use)
    const known = this.#calls.get(use)
    if (known?.result === result) return known
    const call = calls.of(use)
    if (call.result === result) this.#calls.set(use, call)
    return call
  }
}

/**
 * To which turn a message belongs: the one in which its first row on the path stands, since its rows need
 * not be next to each other. Messages are worked out once, however many turns meet their rows.
 */
export class Homes {
  readonly #transcript: Transcript
  readonly #known = new Map<number, { readonly message: Message; readonly position: number }>()
  readonly #calls: Calls
  readonly #memory: TurnMemory | null

  constructor(transcript: Transcript, memory?: TurnMemory) {
    this.#transcript = transcript
    this.#calls = new Calls(transcript)
    this.#memory = memory ?? null
    memory?.refresh(transcript)
  }

  /** The messages at home in a line whose part of the path begins at `from`. */
  messagesOf(line: readonly number[], from: number): Message[] {
    const { columns } = this.#transcript.scan
    const found = new Map<number, Message>()
    for (const row of line) {
      const key = columns.messageId[row]
      if (columns.kind[row] !== KIND.assistant || found.has(key)) continue
      const { message, position } = this.#home(key)
      if (position >= from) found.set(key, message)
    }
    return [...found.values()]
  }

  callsOf(message: Message): ToolCall[] {
    const { blocks } = this.#transcript.scan
    const calls: ToolCall[] = []
    for (const block of message.blocks) {
      if (blocks.kind[block] !== BLOCK.toolUse || blocks.toolId[block] === 0) continue
      calls.push(this.#memory?.call(this.#transcript, this.#calls, block) ?? this.#calls.of(block))
    }
    return calls
  }

  #home(key: number): { readonly message: Message; readonly position: number } {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const message = this.#memory?.message(this.#transcript, key) ?? messageOf(this.#transcript, key)
    let position = Number.POSITIVE_INFINITY
    for (const row of message.rows) {
      const at = this.#transcript.path.positionOf(row)
      if (at >= 0 && at < position) position = at
    }
    const home = { message, position }
    this.#known.set(key, home)
    return home
  }
}
