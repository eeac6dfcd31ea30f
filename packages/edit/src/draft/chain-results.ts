import { BLOCK, blocksIn, KIND } from '@skein/transcript'
import type { TranscriptDraft } from './transcript-draft.ts'

/**
 * Hangs the results of parallel calls one on another, as 2.0.x wrote them. Newer versions hang each result on its own call,
 * and versions before 2.1.112 lose all but one of those on resume. Says for how many messages.
 */
export function chainResults(draft: TranscriptDraft): number {
  const { scan, path } = draft.from.transcript
  const { columns } = scan
  const done = new Set<number>()
  let count = 0
  for (let at = 0; at < path.length; at++) {
    const row = path.at(at)
    const message = columns.messageId[row]
    if (columns.kind[row] !== KIND.assistant || message === 0 || done.has(message)) continue
    done.add(message)
    if (chainMessage(draft, message)) count++
  }
  return count
}

function chainMessage(draft: TranscriptDraft, message: number): boolean {
  const { scan, path, messages, graph, tools } = draft.from.transcript
  const { columns, blocks, ids } = scan
  const kept = (row: number): boolean => !draft.isDropped(row) && !graph.isShadowed(row)
  const parts = messages.rows(message).filter(kept)
  const results = new Set<number>()
  for (const part of parts)
    for (const block of blocksIn(scan, part))
      if (blocks.kind[block] === BLOCK.toolUse)
        for (const result of tools.resultsOf(blocks.toolId[block])) results.add(blocks.row[result])
  const chain = [...results].filter(kept).toSorted((a, b) => a - b)
  if (chain.length < 2 || chain.every((row) => path.positionOf(row) >= 0)) return false
  const uuid = (row: number): string => ids.text(columns.uuid[row])
  const last = chain[chain.length - 1]
  // Whatever goes on from one of the results goes on from the last.
  for (const result of chain)
    for (const child of graph.children(result))
      if (path.positionOf(child) >= 0 && !results.has(child)) draft.link(child, uuid(last))
  let before = parts[parts.length - 1]
  for (const result of chain) {
    draft.link(result, uuid(before))
    before = result
  }
  // Blocks of the message can hang on results of earlier ones; the message is one run now.
  for (let i = 1; i < parts.length; i++)
    if (results.has(graph.before(parts[i]))) draft.link(parts[i], uuid(parts[i - 1]))
  return true
}
