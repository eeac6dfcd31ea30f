import { BLOCK, BLOCK_FLAG } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'

/** Blocks of thinking that have a signature and no text. */
export interface EmptyThinking {
  /** Somebody took their text out; the API refuses them. */
  readonly emptied: readonly number[]
  /** The program wrote them so. */
  readonly omitted: readonly number[]
}

/**
 * Newer versions write all thinking without text, and that is sound. Emptied is what stands beside thinking with text that
 * the same version of the program wrote: a session can go on under a newer one.
 */
export function emptyThinking({ scan }: Pick<Transcript, 'scan'>): EmptyThinking {
  const { blocks, columns } = scan
  const empty: number[] = []
  const withText = new Set<number>()
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.kind[block] !== BLOCK.thinking || (blocks.flags[block] & BLOCK_FLAG.hasSignature) === 0)
      continue
    if ((blocks.flags[block] & BLOCK_FLAG.empty) !== 0) empty.push(block)
    else withText.add(columns.version[blocks.row[block]])
  }
  const isEmptied = (block: number): boolean => withText.has(columns.version[blocks.row[block]])
  return { emptied: empty.filter(isEmptied), omitted: empty.filter((block) => !isEmptied(block)) }
}
