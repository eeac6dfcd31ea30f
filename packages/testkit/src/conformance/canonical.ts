import type { RecordedSession } from '../claude/record-session.ts'
import { conformanceSessionId, timestampAt } from './rows.ts'

/**
 * What a real session wrote, made fit to keep: uuids and times counted from fixed ones, the throw-away folder
 * named `/w`, and the program's own texts (system prompt, tool schemas, listings) cut to a word. Rows, order,
 * links and gaps between times stay as they were.
 */
export function canonicalFiles(recorded: RecordedSession, resumed: string): Record<string, Uint8Array> {
  const resumedId = resumed.replace('.jsonl', '')
  const names = new Names(recorded.root, resumedId)
  const files: Record<string, Uint8Array> = {}
  const kept = Object.keys(recorded.transcripts).filter(
    (name) => name === resumed || isAgentFile(recorded, name),
  )
  // The resumed transcript first, so that its own rows get the first numbers.
  for (const name of kept.toSorted((one, other) => Number(other === resumed) - Number(one === resumed))) {
    const lines = new TextDecoder().decode(recorded.transcripts[name]).split('\n')
    const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
    const text = rows
      .filter((row) => !requestRecords.has(String(row['type'])))
      .map((row) => `${names.apply(JSON.stringify(withoutProgramTexts(row)))}\n`)
      .join('')
    files[names.apply(name)] = new TextEncoder().encode(text)
  }
  return files
}

/**
 * What belongs to the session and is no transcript: what is known of its sub-agents, and the backups of changed
 * files under `file-history/`. No uuid stands in them.
 */
export function canonicalSidecars(recorded: RecordedSession): Record<string, Uint8Array> {
  const metas = Object.entries(recorded.transcripts).filter(([name]) => name.endsWith('.meta.json'))
  const backups = Object.entries(recorded.fileHistory)
    .filter(([name]) => name.startsWith(conformanceSessionId))
    .map(([name, bytes]): [string, Uint8Array] => [`file-history/${name}`, bytes])
  return Object.fromEntries([...metas, ...backups])
}

/** The directory that canonical sessions say they were started in. */
export const canonicalCwd = '/w'

type Row = Record<string, unknown>

/** Side rows that hold whole requests, system prompt and tools included. */
const requestRecords = new Set(['api-request', 'api-request-shape', 'api-request-blob'])

/** Files of sub-agents, without those that 2.0 starts by itself to warm its cache. */
function isAgentFile(recorded: RecordedSession, name: string): boolean {
  if (!/(^|\/)agent-[^/]*\.jsonl$/.test(name)) return false
  return !new TextDecoder().decode(recorded.transcripts[name]).includes('"Warmup"')
}

function withoutProgramTexts(row: Row): Row {
  const body = row['attachment'] as Row | undefined // attachments are objects in every version that writes them
  if (row['type'] !== 'attachment' || body === undefined) return row
  const type = String(body['type'])
  const short = shortBodies[type]?.(body)
  if (short === undefined) return row
  const rendered =
    row['rendered'] === undefined
      ? {}
      : { rendered: [{ content: `<system-reminder>\n${type}\n</system-reminder>` }] }
  return { ...row, attachment: { ...body, ...short }, ...rendered }
}

const shortBodies: Record<string, (body: Row) => Row> = {
  prompt_snapshot: (body) => ({
    systemPrompt: ['x'],
    ...('tools' in body ? { tools: [] } : {}),
    ...('cliPrefix' in body ? { cliPrefix: 'x' } : {}),
  }),
  agent_listing_delta: (body) => ({
    addedLines: (body['addedTypes'] as string[]).map((name) => `- ${name}`),
  }),
  skill_listing: () => ({ content: '- x' }),
  environment: (body) => ({ snapshot: { ...(body['snapshot'] as Row), osVersion: 'x' } }),
  model: () => ({ text: 'model' }),
  remote_session_change: () => ({ commit: 'c', pr: 'p' }),
  deferred_tools_delta: (body) => ({ addedLines: body['addedNames'] }),
  deferred_tools_record: () => ({ entries: [] }),
}

/** Renames what differs from run to run, the same thing always to the same name. */
export class Names {
  readonly #root: string
  readonly #uuids = new Map<string, string>()
  #firstTime: number | undefined

  constructor(root: string, resumedId: string) {
    this.#root = root
    this.#uuids.set(resumedId, conformanceSessionId)
  }

  apply(text: string): string {
    return text
      .replaceAll(`${this.#root}/work`, canonicalCwd)
      .replaceAll(this.#root.replace(/[^A-Za-z0-9]/g, '-'), '-w')
      .replaceAll(this.#root, canonicalCwd)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) => this.#uuid(uuid))
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => this.#time(time))
  }

  #uuid(uuid: string): string {
    if (/^0{8}-0{4}/.test(uuid)) return uuid
    const known = this.#uuids.get(uuid)
    if (known !== undefined) return known
    const name = `00000000-0000-4000-9000-${String(this.#uuids.size).padStart(12, '0')}`
    this.#uuids.set(uuid, name)
    return name
  }

  #time(time: string): string {
    const instant = Date.parse(time)
    this.#firstTime ??= instant
    return timestampAt((instant - this.#firstTime) / 1000)
  }
}
