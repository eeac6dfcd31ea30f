import { BLOCK, BLOCK_FLAG, type Blocks } from './columns.ts'
import { F } from './fields.ts'
import type { Interner } from './interner.ts'
import { MARK, markOf } from './text-mark.ts'
import type { Values } from './values.ts'
import { EVENT } from './walker.ts'

/** Reads the content blocks of a row, one after another, from a walk's events. */
export class BlockReader {
  /** The row whose blocks are being read. */
  row = 0
  readonly #blocks: Blocks
  readonly #ids: Interner
  readonly #values: Values
  readonly #kindOfType = new Map<number, number>()
  #block = 0
  #type = 0
  #textRank = 0
  #hasToolUseId = false

  constructor(blocks: Blocks, ids: Interner, values: Values) {
    this.#blocks = blocks
    this.#ids = ids
    this.#values = values
  }

  get count(): number {
    return this.#blocks.count
  }

  /** Forgets the row's blocks: content that stands before them has been found. */
  restart(firstBlock: number): void {
    this.#blocks.count = firstBlock
  }

  /** A string in the place of a block, or of all blocks, counts as one text block. */
  addText(event: number): void {
    this.#add(event)
    this.#blocks.kind[this.#block] = BLOCK.text
    this.#readText(event, 3)
  }

  read(code: number, event: number): void {
    const blocks = this.#blocks
    const block = this.#block
    const values = this.#values
    switch (code) {
      case F.block:
        // A bare string inside a content array reads as text (hand-made files).
        if (values.first(event) === QUOTE) this.addText(event)
        else this.#add(event)
        break
      case F.blockType:
        this.#readType(values.id(event))
        break
      case F.blockId:
        if (!this.#hasToolUseId) blocks.toolId[block] = values.id(event)
        break
      case F.blockToolUseId:
        this.#readToolUseId(event)
        break
      case F.blockName:
        // A block of unknown type is named by its type.
        if (this.#type === 0 || blocks.kind[block] !== BLOCK.unknown) blocks.name[block] = values.id(event)
        break
      case F.blockError:
        if (values.first(event) === TRUE) blocks.flags[block] |= BLOCK_FLAG.error
        break
      case F.blockText:
        this.#readText(event, 3)
        break
      case F.blockThinking:
        this.#readText(event, 2)
        break
      case F.blockContent:
      case F.resultText:
        this.#readText(event, 1)
        break
      case F.blockSignature:
        if (values.first(event) === QUOTE && !values.isEmpty(event))
          blocks.flags[block] |= BLOCK_FLAG.hasSignature
        break
      default:
        break
    }
  }

  #readType(type: number): void {
    if (type === 0) return
    const kind = this.#kindOf(type)
    this.#type = type
    this.#blocks.kind[this.#block] = kind
    if (kind === BLOCK.unknown) this.#blocks.name[this.#block] = type
  }

  #kindOf(type: number): number {
    const known = this.#kindOfType.get(type)
    if (known !== undefined) return known
    const name = this.#ids.text(type)
    const fallback = name.endsWith('_tool_result') ? BLOCK.serverToolResult : BLOCK.unknown
    const kind = BLOCK_OF_NAME.get(name) ?? fallback
    this.#kindOfType.set(type, kind)
    return kind
  }

  #readToolUseId(event: number): void {
    const id = this.#values.id(event)
    if (id === 0) return
    this.#hasToolUseId = true
    this.#blocks.toolId[this.#block] = id
  }

  /** The text of a block: `text` (rank 3), else `thinking` (2), else its content's first text (1). */
  #readText(event: number, rank: number): void {
    const values = this.#values
    if (values.first(event) !== QUOTE || rank < this.#textRank) return
    this.#textRank = rank
    const blocks = this.#blocks
    const block = this.#block
    blocks.mark[block] = markOf(values.bytes, values.innerStart(event), values.innerEnd(event))
    if (rank > 1 && values.isEmpty(event)) blocks.flags[block] |= BLOCK_FLAG.empty
    else blocks.flags[block] &= ~BLOCK_FLAG.empty
  }

  #add(event: number): void {
    const blocks = this.#blocks
    const { events } = this.#values
    blocks.ensure()
    const block = blocks.count++
    blocks.row[block] = this.row
    blocks.kind[block] = BLOCK.unknown
    blocks.flags[block] = 0
    blocks.mark[block] = MARK.none
    blocks.toolId[block] = 0
    blocks.name[block] = 0
    blocks.start[block] = events[event + EVENT.start]
    blocks.length[block] = events[event + EVENT.end] - events[event + EVENT.start]
    this.#block = block
    this.#type = 0
    this.#textRank = 0
    this.#hasToolUseId = false
  }
}

const QUOTE = 0x22
const TRUE = 0x74

const BLOCK_OF_NAME: ReadonlyMap<string, number> = new Map([
  ['text', BLOCK.text],
  ['thinking', BLOCK.thinking],
  ['redacted_thinking', BLOCK.redactedThinking],
  ['tool_use', BLOCK.toolUse],
  ['tool_result', BLOCK.toolResult],
  ['image', BLOCK.image],
  ['document', BLOCK.document],
  ['server_tool_use', BLOCK.serverToolUse],
])
