import { BLOCK } from '../scan/columns.ts'
import { Int32List } from '../scan/growable.ts'
import type { Scanner } from '../scan/scanner.ts'

/**
 * Which block asked for a tool and which blocks answered, by tool id, over the whole file.
 *
 * Pairs are not always 1:1 (orphans, duplicates, strays), so both sides are lists in file order.
 */
export class ToolTable {
  readonly #scan: Scanner
  /** Every tool_use block, in file order. */
  readonly uses: number[] = []
  readonly #firstUse = new Int32List(-1)
  readonly #lastUse = new Int32List(-1)
  readonly #firstResult = new Int32List(-1)
  readonly #lastResult = new Int32List(-1)
  /** Next block of the same tool id and side, by block. */
  readonly #next = new Int32List(-1)

  constructor(scan: Scanner) {
    this.#scan = scan
  }

  /** Files the blocks of one row. Rows come in file order, each once. */
  add(row: number): void {
    const { blocks } = this.#scan
    for (
      let block = this.#scan.columns.firstBlock[row];
      block < blocks.count && blocks.row[block] === row;
      block++
    ) {
      const id = blocks.toolId[block]
      if (id === 0) continue
      if (blocks.kind[block] === BLOCK.toolUse) {
        this.uses.push(block)
        this.#file(block, id, this.#firstUse, this.#lastUse)
      } else if (blocks.kind[block] === BLOCK.toolResult) {
        this.#file(block, id, this.#firstResult, this.#lastResult)
      }
    }
  }

  /** Blocks that ask for the tool with this id. */
  usesOf(toolId: number): number[] {
    return this.#list(this.#firstUse.get(toolId))
  }

  /** The first of them; -1 where there is none. */
  firstUseOf(toolId: number): number {
    return this.#firstUse.get(toolId)
  }

  /** Blocks that answer it. */
  resultsOf(toolId: number): number[] {
    return this.#list(this.#firstResult.get(toolId))
  }

  /** The one block that answers it; -1 where there is none, or several. */
  onlyResultOf(toolId: number): number {
    const first = this.#firstResult.get(toolId)
    return first === this.#lastResult.get(toolId) ? first : -1
  }

  #file(block: number, id: number, first: Int32List, last: Int32List): void {
    const before = last.get(id)
    if (before < 0) first.set(id, block)
    else this.#next.set(before, block)
    last.set(id, block)
  }

  #list(from: number): number[] {
    const blocks: number[] = []
    for (let block = from; block >= 0; block = this.#next.get(block)) blocks.push(block)
    return blocks
  }
}
