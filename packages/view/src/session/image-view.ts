import type { Content, ContentBlock } from '@skein/transcript'
import { CUT_NAME, cutString } from './cut.ts'
import type { ImageView } from './session-view.ts'

type ImageBlock = Extract<ContentBlock, { kind: 'image' }>

/** The pictures of an entry in order, those inside of tools' answers too: `ImageView.index` counts them. */
export function imagesOf(content: Content): ImageBlock[] {
  const found: ImageBlock[] = []
  for (const block of content.blocks) {
    if (block.kind === 'image') found.push(block)
    if (block.kind !== 'tool_result') continue
    for (const inner of block.content.blocks) if (inner.kind === 'image') found.push(inner)
  }
  return found
}

export function hasImages(content: Content): boolean {
  return content.blocks.some(({ kind }) => kind === 'image')
}

/** What a page shows of an entry's pictures: those of one tool's answer, or with null those of the entry itself. */
export function imageViews(content: Content, toolUseId: string | null, key: number): ImageView[] {
  const views: ImageView[] = []
  let index = 0
  let answered = false
  for (const block of content.blocks) {
    if (block.kind === 'image') {
      if (toolUseId === null) views.push(imageView(block, key, index))
      index++
    }
    if (block.kind !== 'tool_result') continue
    const isWanted: boolean = block.toolUseId === toolUseId && !answered
    answered ||= isWanted
    for (const inner of block.content.blocks) {
      if (inner.kind !== 'image') continue
      if (isWanted) views.push(imageView(inner, key, index))
      index++
    }
  }
  return views
}

function imageView({ source }: ImageBlock, key: number, index: number): ImageView {
  const { media_type: mediaType, data } = source
  return {
    key,
    index,
    mediaType: typeof mediaType === 'string' ? cutString(mediaType, CUT_NAME) : null,
    bytes: typeof data === 'string' ? base64Bytes(data) : null,
  }
}

/** How many bytes base64 stands for. */
export function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding)
}

/** On a page. */
export const MOST_IMAGES = 50
