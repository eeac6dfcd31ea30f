import { recordedVersions, type RecordedVersion } from '../../claude/versions.ts'
import { baseScenario } from '../capture.ts'
import type { ApiMessage } from '../outcome.ts'
import { loadCases, type RecordedCase } from '../recordings.ts'

/** A session that edits are tried on. */
export interface EditBase {
  /** The session's name and the version that wrote it: `tools-by-2.1.325`. */
  id: string
  bytes: Uint8Array
  /** Sub-agents and sidecars, by path below the project folder; `file-history/…` below the config root. */
  extraFiles: Record<string, Uint8Array>
  /** What the real program sends of it; none where it would not send the conversation as it is. */
  sent: Partial<Record<RecordedVersion, ApiMessage[]>>
}

/** The recorded sessions, and some of them with faults that people's sessions have. */
export async function editBases(): Promise<EditBase[]> {
  const recorded = (await loadCases()).filter(({ scenario }) => scenario === baseScenario).map(baseOf)
  const tools = recorded.filter(({ id }) => id.startsWith('tools-'))
  return [...recorded, ...tools.map(nearlyFull), ...tools.map(torn), ...tools.map(unanswered)]
}

function baseOf({ id, bytes, extraFiles, outcomes }: RecordedCase): EditBase {
  const sent: EditBase['sent'] = {}
  for (const version of recordedVersions) {
    const outcome = outcomes[version]
    if (outcome?.kind === 'sent') sent[version] = outcome.messages
  }
  return { id, bytes, extraFiles, sent }
}

type Row = Record<string, unknown> & { message?: Record<string, unknown> & { content?: unknown } }

/** Every answer says that the context is nearly full; a resume of the original compacts it first. */
function nearlyFull(base: EditBase): EditBase {
  const usage = { input_tokens: 10, cache_read_input_tokens: 189_900, output_tokens: 90 }
  const full = variant(base, 'nearly-full', (rows) =>
    rows.map((row) => (row['type'] === 'assistant' ? { ...row, message: { ...row.message, usage } } : row)),
  )
  return { ...full, sent: base.sent }
}

/** The line of an answer in the middle was cut off when it was written. */
function torn(base: EditBase): EditBase {
  const cutAt = 'First, the notes'
  const lines = linesOf(base.bytes)
  if (!lines.some((line) => line.includes(cutAt))) throw new Error(`${base.id} has no answer to tear`)
  const text = lines.map((line) => `${line.split(cutAt)[0]}\n`).join('')
  return { ...base, id: renamed(base, 'torn'), bytes: Buffer.from(text), sent: {} }
}

/** A call whose result was never written, in the middle. */
function unanswered(base: EditBase): EditBase {
  return variant(base, 'unanswered', (rows) => rows.filter((row) => !answers(row, 'toolu_cat_1')))
}

function answers({ message }: Row, toolId: string): boolean {
  const content = message?.content
  return (
    Array.isArray(content) &&
    content.some((block: Record<string, unknown>) => block['tool_use_id'] === toolId)
  )
}

function variant(base: EditBase, name: string, change: (rows: Row[]) => Row[]): EditBase {
  const rows = linesOf(base.bytes).map((line) => JSON.parse(line) as Row) // the program wrote whole rows
  const text = change(rows)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
  return { ...base, id: renamed(base, name), bytes: Buffer.from(text), sent: {} }
}

function renamed({ id }: EditBase, name: string): string {
  return id.replace('tools-', `${name}-`)
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}
