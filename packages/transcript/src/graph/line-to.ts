import { blocksIn } from '../bytes/read-rows.ts'
import { KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'

/**
 * The rows that a conversation ending at `tip` is made of, in file order: those on the way from the root to it, the other
 * rows of their messages, and the results of their calls.
 */
export function lineTo({ scan, graph, messages, tools }: Transcript, tip: number): number[] {
  const { columns, blocks } = scan
  const line = new Set<number>()
  for (let row = tip; row >= 0 && !line.has(row); row = graph.before(row)) line.add(row)
  const rows = new Set(line)
  for (const row of line) {
    if (columns.kind[row] !== KIND.assistant) continue
    for (const part of messages.rows(columns.messageId[row])) {
      rows.add(part)
      for (const block of blocksIn(scan, part))
        for (const result of tools.resultsOf(blocks.toolId[block])) rows.add(blocks.row[result])
    }
  }
  return [...rows].toSorted((a, b) => a - b)
}
