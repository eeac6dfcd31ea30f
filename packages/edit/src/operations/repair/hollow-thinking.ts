import { BLOCK, BLOCK_FLAG, type Transcript } from '@skein/transcript'

/**
 * Blocks of thinking that the API refuses: the text was taken out while its signature stayed, or there is text and no
 * signature. Newer versions write all thinking without text, and that is sound: where no block of the file has a text,
 * none was emptied.
 */
export function hollowThinking({ scan }: Transcript): number[] {
  const { blocks } = scan
  const emptied: number[] = []
  const unsigned: number[] = []
  let hasText = false
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.kind[block] !== BLOCK.thinking) continue
    const isEmpty = (blocks.flags[block] & BLOCK_FLAG.empty) !== 0
    const isSigned = (blocks.flags[block] & BLOCK_FLAG.hasSignature) !== 0
    if (!isSigned) unsigned.push(block)
    else if (isEmpty) emptied.push(block)
    else hasText = true
  }
  return hasText ? [...emptied, ...unsigned].toSorted((a, b) => a - b) : unsigned
}
