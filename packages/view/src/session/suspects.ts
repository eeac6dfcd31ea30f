import type { Transcript } from '@skein/transcript'
import { BLOCK, blocksIn, KIND, turnOfPosition } from '@skein/transcript'

/**
 * Which turns a row can have to do with: the one it stands in, those of its message's other rows, of the calls it answers and
 * of the answers to its calls, and, for a row off the path, those around the place where its line leaves the path. Made for
 * one look at a transcript: what many rows share is looked at once.
 */
export class Suspects {
  readonly turns = new Set<number>()
  readonly #transcript: Transcript
  readonly #messages = new Set<number>()
  readonly #tools = new Set<number>()
  readonly #climbed = new Set<number>()

  constructor(transcript: Transcript) {
    this.#transcript = transcript
  }

  addRow(row: number): void {
    const { scan, graph, tools } = this.#transcript
    const { columns, blocks } = scan
    this.#addPlace(row)
    if (!graph.isNode(row)) return this.#addSideRow(row)
    if (columns.kind[row] === KIND.assistant) this.#addMessage(columns.messageId[row])
    for (const block of blocksIn(scan, row)) {
      const id = blocks.toolId[block]
      if (id === 0 || this.#tools.has(id)) continue
      if (blocks.kind[block] !== BLOCK.toolUse && blocks.kind[block] !== BLOCK.toolResult) continue
      this.#tools.add(id)
      for (const use of tools.usesOf(id)) this.#addCaller(blocks.row[use])
      for (const result of tools.resultsOf(id)) this.#addPlace(blocks.row[result])
    }
  }

  addPosition(position: number): void {
    const { path } = this.#transcript
    if (position < 0 || position >= path.length) return
    this.turns.add(Math.max(0, turnOfPosition(this.#transcript, position)))
  }

  #addCaller(row: number): void {
    this.#addPlace(row)
    if (this.#transcript.scan.columns.kind[row] === KIND.assistant)
      this.#addMessage(this.#transcript.scan.columns.messageId[row])
  }

  #addMessage(key: number): void {
    if (this.#messages.has(key)) return
    this.#messages.add(key)
    for (const row of this.#transcript.messages.rows(key)) this.#addPlace(row)
  }

  /** A row without a place in the conversation is shown behind the one before it in the file. */
  #addSideRow(row: number): void {
    const { graph } = this.#transcript
    let node = row - 1
    while (node >= 0 && !graph.isNode(node)) node--
    if (node < 0) this.turns.add(0)
    else this.addRow(node)
  }

  #addPlace(row: number): void {
    const { path, graph } = this.#transcript
    let at = row
    while (at >= 0 && path.positionOf(at) < 0 && !this.#climbed.has(at)) {
      this.#climbed.add(at)
      at = graph.before(at)
    }
    if (at < 0) return
    const position = path.positionOf(at)
    this.addPosition(position)
    if (at !== row) this.addPosition(position + 1)
  }
}
