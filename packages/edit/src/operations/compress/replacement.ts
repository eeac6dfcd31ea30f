/** One text that an edit replaced. The ledger keeps these, so that an edit can be looked at side by side and taken back. */
export interface Replacement {
  /** The row, by its uuid in the original. */
  readonly uuid: string
  /** The block's place in the row's content; 0 where the content is a bare string. */
  readonly block: number
  /** The text's place in the content of a tool result; 0 for all other blocks, and where that content is a bare string. */
  readonly part: number
  readonly original: string
  /** What stands there now. */
  readonly text: string
  /** Who shortened it. */
  readonly engine: string
  /** The engine failed: `text` is the original. */
  readonly fellBack: boolean
}
