import { isBlob, type KindCount, type Redactor } from '@skein/redact'
import { BLOCK, isKnownType, type JsonObject, type Transcript } from '@skein/transcript'
import { isObject } from '../../json.ts'
import type { Tally } from './tally.ts'

/** A row without its secrets. */
export interface RedactedRow {
  /** Null where the row holds none; its content may have become empty. */
  readonly value: JsonObject | null
  /** Blocks of thinking that went because a secret stood in them. */
  readonly thinking: number
}

/**
 * Replaces the secrets in the strings of a row, at any depth. Ids, types and names of tools stay as they are, and so do
 * signatures and pictures: none of them is a secret, and all of them must be what they were. Thinking is signed and
 * cannot be edited: a block with a secret goes as a whole.
 */
export class RowRedactor {
  readonly #redactor: Redactor
  readonly #toolNames: ReadonlyMap<string, string>

  constructor(redactor: Redactor, transcript: Transcript) {
    this.#redactor = redactor
    this.#toolNames = toolNames(transcript, redactor)
  }

  redact(row: JsonObject, tally: Tally): RedactedRow {
    const work = new Work(this.#redactor, this.#toolNames, tally)
    const value = work.row(row)
    return { value: work.found ? value : null, thinking: work.thinking }
  }
}

class Work {
  readonly #redactor: Redactor
  readonly #toolNames: ReadonlyMap<string, string>
  readonly #tally: Tally
  found = false
  thinking = 0

  constructor(redactor: Redactor, names: ReadonlyMap<string, string>, tally: Tally) {
    this.#redactor = redactor
    this.#toolNames = names
    this.#tally = tally
  }

  row(row: JsonObject): JsonObject {
    const type = typeof row['type'] === 'string' && isKnownType(row['type']) ? row['type'] : 'unknown type'
    return mapped(row, (key, value) => {
      if (ROW_IDS.has(key)) return value
      if (key === 'message' && isObject(value)) return this.#message(value, type)
      if (key === 'toolUseResult') return this.#strings(key, value, `result of ${this.#toolOf(row)}`)
      return this.#strings(key, value, type)
    })
  }

  #message(message: JsonObject, type: string): JsonObject {
    return mapped(message, (key, value) => {
      if (MESSAGE_IDS.has(key)) return value
      if (key !== 'content' || !Array.isArray(value)) return this.#strings(key, value, type)
      const kept: unknown[] = []
      for (const block of value) if (!this.#isSpoiled(block)) kept.push(this.#block(block, type))
      return kept
    })
  }

  /** Thinking in which a secret stands. */
  #isSpoiled(block: unknown): boolean {
    if (!isObject(block) || block['type'] !== 'thinking' || typeof block['thinking'] !== 'string')
      return false
    const { findings } = this.#redactor.redact(block['thinking'])
    this.#note('thinking', findings)
    if (findings.length > 0) this.thinking++
    return findings.length > 0
  }

  #block(block: unknown, type: string, isInner = false): unknown {
    if (!isObject(block)) return this.#strings('content', block, type)
    if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking') return block
    const place = this.#placeOf(block) ?? type
    return mapped(block, (key, value) => {
      if (BLOCK_IDS.has(key)) return value
      // Blocks stand in results and no deeper.
      if (key === 'content' && Array.isArray(value) && !isInner)
        return value.map((part) => this.#block(part, place, true))
      if (key === 'source' && isObject(value) && value['type'] === 'base64') return value
      return this.#strings(key, value, place)
    })
  }

  #placeOf(block: JsonObject): string | null {
    if (block['type'] === 'tool_use') return `call of ${this.#nameOf(block['id'])}`
    if (block['type'] === 'tool_result') return `result of ${this.#nameOf(block['tool_use_id'])}`
    return null
  }

  #toolOf(row: JsonObject): string {
    const message = row['message']
    const content = isObject(message) ? message['content'] : null
    const result: unknown = Array.isArray(content)
      ? content.find((block) => isObject(block) && block['type'] === 'tool_result')
      : null
    return isObject(result) ? this.#nameOf(result['tool_use_id']) : 'a tool'
  }

  #nameOf(id: unknown): string {
    return typeof id === 'string' ? (this.#toolNames.get(id) ?? 'a tool') : 'a tool'
  }

  #strings(key: string, value: unknown, place: string): unknown {
    if (typeof value === 'string') {
      if (isBlob(value)) return value
      const { text, findings } = this.#redactor.redact(value, key)
      this.#note(place, findings)
      return text
    }
    if (typeof value !== 'object' || value === null) return value
    const redacted = this.#redactor.redactValue({ [key]: value })
    this.#note(place, redacted.findings)
    if (redacted.findings.length === 0) return value
    // An object of one key comes back as such.
    return (redacted.value as JsonObject)[key]
  }

  #note(place: string, findings: readonly KindCount[]): void {
    if (findings.length === 0) return
    this.found = true
    this.#tally.add(place, findings)
  }
}

/** An object with its values changed, in order; `__proto__` is a key like any other. */
function mapped(object: JsonObject, change: (key: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]))
}

/** Names of tools by the ids of their calls, as far as a name may be told. */
function toolNames({ scan, tools }: Transcript, redactor: Redactor): Map<string, string> {
  const { blocks, ids } = scan
  const told = new Map<number, string>()
  const names = new Map<string, string>()
  for (const use of tools.uses) {
    if (blocks.kind[use] !== BLOCK.toolUse) continue
    const name = told.get(blocks.name[use]) ?? tellable(ids.text(blocks.name[use]), redactor)
    told.set(blocks.name[use], name)
    names.set(ids.text(blocks.toolId[use]), name)
  }
  return names
}

function tellable(name: string, redactor: Redactor): string {
  const isName = /^[A-Za-z][\w-]{0,63}$/.test(name) && redactor.redact(name).findings.length === 0
  return isName ? name : 'a tool'
}

const ROW_IDS: ReadonlySet<string> = new Set([
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'messageId',
  'sessionId',
  'session_id',
  'requestId',
  'promptId',
  'agentId',
  'toolUseID',
  'parentToolUseID',
  'sourceToolUseID',
  'sourceToolAssistantUUID',
  'interruptedMessageId',
  'forkedFrom',
  'timestamp',
  'version',
])
const MESSAGE_IDS: ReadonlySet<string> = new Set(['id', 'type', 'role', 'model', 'usage', 'stop_reason'])
const BLOCK_IDS: ReadonlySet<string> = new Set(['type', 'id', 'tool_use_id', 'name', 'caller', 'signature'])
