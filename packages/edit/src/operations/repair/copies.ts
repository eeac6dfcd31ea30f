import { FLAG, KIND, type JsonObject, type Transcript } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import { isLoadable, type Copies } from './repair-chain.ts'

export interface MendedCopies extends Copies {
  /** Values of renamed rows without what the row says too that stands for their uuid. */
  readonly remainders: ReadonlyMap<number, JsonObject>
}

/**
 * What becomes of rows whose uuid stands for another row. A resume takes the last one it can read and never sees the
 * others. Of rows that are the same, the last stays; a row that says something else gets a uuid of its own and stays
 * with what only it says; one that says nothing of its own goes.
 */
export function mendCopies(draft: TranscriptDraft): MendedCopies {
  const twins = new Map<number, number>()
  const renamed = new Set<number>()
  const remainders = new Map<number, JsonObject>()
  for (const group of groupsOf(draft.from.transcript)) {
    const held = holderOf(draft.from.transcript, group)
    const values = draft.values(group)
    const bytes = bytesOf(draft, group)
    const isSame = (row: number): boolean => bytes.get(row)?.equals(bytes.get(held) ?? NOTHING) === true
    const stays = group.findLast(isSame) ?? held
    for (const row of group) {
      if (row === stays) continue
      if (isSame(row)) {
        twins.set(row, stays)
        continue
      }
      const value = values.get(row)
      const rest = value === undefined ? null : withoutRepeated(value, values.get(held))
      if (rest === null) twins.set(row, stays)
      else {
        renamed.add(row)
        remainders.set(row, rest)
      }
    }
  }
  return { twins, renamed, remainders }
}

const NOTHING = Buffer.alloc(0)

/** Rows of the chain that share a uuid, in file order. */
function groupsOf(transcript: Transcript): number[][] {
  const { graph, scan } = transcript
  if (graph.shadowed.length === 0) return []
  const groups = new Map<number, number[]>()
  for (const row of graph.shadowed) groups.set(scan.columns.uuid[row], [])
  for (let row = 0; row < scan.columns.count; row++)
    if (graph.isNode(row) && isChained(transcript, row)) groups.get(scan.columns.uuid[row])?.push(row)
  return [...groups.values()].filter((rows) => rows.length > 1)
}

/** Unknown types are left as they are, whatever uuid they carry. */
function isChained(transcript: Transcript, row: number): boolean {
  return transcript.scan.columns.kind[row] === KIND.progress || isLoadable(transcript, row)
}

/** The last row that a resume reads already; where it reads none, the last. */
function holderOf({ scan }: Transcript, group: readonly number[]): number {
  const { flags, kind } = scan.columns
  const spoken = group.filter((row) => kind[row] !== KIND.progress)
  const among = spoken.length > 0 ? spoken : group
  return among.findLast((row) => (flags[row] & FLAG.recovered) === 0) ?? among[among.length - 1]
}

function bytesOf({ from }: TranscriptDraft, rows: readonly number[]): Map<number, Buffer> {
  const { offset, length } = from.transcript.scan.columns
  const read = from.source.read(rows.map((row) => ({ offset: offset[row], length: length[row] })))
  return new Map(rows.map((row, i) => [row, Buffer.from(read[i].buffer, read[i].byteOffset, read[i].length)]))
}

/** The row without the blocks that the other one has too; null if nothing is left that somebody said. */
function withoutRepeated(value: JsonObject, other: JsonObject | undefined): JsonObject | null {
  const content = contentOf(value)
  const others = other === undefined ? [] : contentOf(other)
  if (content === null || others === null) return value
  const known = new Set(others.map((block) => JSON.stringify(block)))
  const calls = new Set(others.map(toolIdOf).filter((id) => id !== null))
  const rest = content.filter((block) => {
    const id = toolIdOf(block)
    return !known.has(JSON.stringify(block)) && (id === null || !calls.has(id))
  })
  if (rest.length === content.length) return value
  if (rest.length === 0) return null
  return { ...value, message: { ...(value['message'] as JsonObject), content: rest } }
}

/** The blocks of a row; a text is a block by itself. Null for a row that holds no message. */
function contentOf(value: JsonObject): readonly unknown[] | null {
  const message = value['message']
  if (typeof message !== 'object' || message === null || !('content' in message)) return null
  const { content } = message
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content : null
}

function toolIdOf(block: unknown): string | null {
  if (typeof block !== 'object' || block === null) return null
  const id: unknown = 'id' in block ? block.id : 'tool_use_id' in block ? block.tool_use_id : null
  return typeof id === 'string' ? id : null
}
