import { BLOCK, BLOCK_FLAG, messageOf, readBlocks } from '@skein/transcript'
import type { Strand } from './strand.ts'

/** The text of the last message that has one; null where there is none. Reads nothing else. */
export function turnOutput({ tables, messages }: Strand): string | null {
  const { transcript, source } = tables
  const { blocks } = transcript.scan
  for (let i = messages.length - 1; i >= 0; i--) {
    const texts = messageOf(transcript, messages[i]).blocks.filter(
      (block) =>
        blocks.kind[block] === BLOCK.text &&
        (blocks.flags[block] & BLOCK_FLAG.empty) === 0 &&
        transcript.messages.isReal(blocks.row[block]),
    )
    if (texts.length === 0) continue
    const read = readBlocks(transcript.scan, source, texts)
    const said = texts.flatMap((block) => {
      const content = read.get(block)
      return content?.kind === 'text' ? [content.text] : []
    })
    if (said.length > 0) return [...new Set(said)].join('\n')
  }
  return null
}
