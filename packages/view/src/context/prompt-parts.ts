import type { ByteSource, Transcript } from '@skein/transcript'
import { KIND, readRows } from '@skein/transcript'
import type { ContextItem } from './context-item.ts'
import { labelOf } from './context-item.ts'
import { memorySections } from './memory-sections.ts'
import { weighJson, weighText } from './weigh.ts'

/**
 * System prompt and tools, as the last `prompt_snapshot` of the conversation holds them; null where it holds none
 * (only newer versions write it). Memory files that stand in the system prompt are told apart.
 */
export function promptParts(
  transcript: Transcript,
  source: ByteSource,
  loaded: ReadonlySet<number>,
): ContextItem[] | null {
  const rows = snapshotRows(transcript, loaded)
  const snapshots = [...readRows(transcript.scan, source, rows).entries()].flatMap(([row, entry]) =>
    entry.kind === 'attachment' && entry.attachment.kind === 'prompt_snapshot'
      ? [{ row, uuid: entry.uuid, ...entry.attachment }]
      : [],
  )
  const last = snapshots.at(-1)
  if (last === undefined) return null
  const items: ContextItem[] = []
  for (const text of last.systemPrompt)
    for (const { path, text: part } of memorySections(text))
      items.push({
        category: path === null ? 'system-prompt' : 'memory',
        tool: null,
        label: labelOf(path ?? part),
        tokens: weighText(part),
        row: last.row,
        uuid: last.uuid,
      })
  // A snapshot leaves the tools out where they are those of the one before.
  const withTools = snapshots.findLast(({ tools }) => tools !== null)
  for (const tool of withTools?.tools ?? [])
    items.push({
      category: 'tools',
      tool: null,
      label: labelOf(nameOf(tool)),
      tokens: weighJson(tool),
      row: withTools?.row ?? last.row,
      uuid: withTools?.uuid ?? last.uuid,
    })
  return items
}

/** Snapshots the conversation went through, compacted past included: a compaction does not change the prompt. */
function snapshotRows({ scan, path }: Transcript, loaded: ReadonlySet<number>): number[] {
  const { columns, ids } = scan
  const snapshot = ids.find('prompt_snapshot')
  const rows: number[] = []
  if (snapshot === 0) return rows
  for (let row = 0; row < columns.count; row++)
    if (columns.kind[row] === KIND.attachment && columns.subtype[row] === snapshot)
      if (loaded.has(row) || path.positionOf(row) >= 0) rows.push(row)
  return rows
}

function nameOf(tool: unknown): string {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : null
  return typeof name === 'string' ? name : 'tool'
}
