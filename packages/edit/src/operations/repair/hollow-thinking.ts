import { BLOCK, BLOCK_FLAG, emptyThinking, type Transcript } from '@skein/transcript'

/** Blocks of thinking that the API refuses: the text was taken out while its signature stayed, or there is no signature. */
export function hollowThinking(transcript: Transcript): number[] {
  const { blocks } = transcript.scan
  const unsigned: number[] = []
  for (let block = 0; block < blocks.count; block++)
    if (blocks.kind[block] === BLOCK.thinking && (blocks.flags[block] & BLOCK_FLAG.hasSignature) === 0)
      unsigned.push(block)
  return [...emptyThinking(transcript).emptied, ...unsigned].toSorted((a, b) => a - b)
}
