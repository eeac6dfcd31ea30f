import { pinnedModel } from '../claude/versions.ts'

/**
 * A small language for hand-written transcripts: one call a row, everything else filled in.
 *
 * Contract: deterministic. A label of at most six characters names a row and becomes its uuid; the parent is the
 * chain row before unless `parent` says otherwise (a label, a uuid, or null); rows are one second apart from
 * 2026-01-01 unless `at` gives another second. Any other key of the options is laid over the row, `undefined`
 * removes a key.
 */
export type RowSpec = ChainSpec | SideSpec | BytesSpec

export interface ChainSpec {
  kind: 'chain'
  label: string
  row: Record<string, unknown>
  options: RowOptions
}

interface SideSpec {
  kind: 'side'
  row: Record<string, unknown>
}

interface BytesSpec {
  kind: 'bytes'
  bytes: Uint8Array
}

export interface RowOptions {
  parent?: string | null
  at?: number
  /** `message.id` of an assistant row; the label's own by default, null for none. */
  mid?: string | null
  [field: string]: unknown
}

export type Block = Record<string, unknown>

export function user(label: string, content: unknown, options: RowOptions = {}): ChainSpec {
  return chain(label, { type: 'user', message: { role: 'user', content } }, options)
}

/** A user row that answers a tool call. */
export function result(
  label: string,
  toolId: string,
  options: RowOptions & { content?: unknown; isError?: boolean } = {},
): ChainSpec {
  const { content = `r:${toolId}`, isError, ...rest } = options
  return user(label, [resultBlock(toolId, content, isError)], rest)
}

export function assistant(label: string, content: unknown, options: RowOptions = {}): ChainSpec {
  const { mid = `msg_${label}`, ...rest } = options
  const message = {
    ...(mid === null ? {} : { id: mid }),
    type: 'message',
    role: 'assistant',
    model: conformanceModel,
    content,
  }
  return chain(label, { type: 'assistant', message }, rest)
}

export function say(label: string, text: string, options: RowOptions = {}): ChainSpec {
  return assistant(label, [textBlock(text)], options)
}

/** An assistant row that calls one tool. */
export function call(label: string, toolId: string, options: RowOptions & { name?: string } = {}): ChainSpec {
  const { name, ...rest } = options
  return assistant(label, [callBlock(toolId, name)], rest)
}

export function think(
  label: string,
  text: string,
  options: RowOptions & { signature?: string } = {},
): ChainSpec {
  const { signature = 'c2ln', ...rest } = options
  return assistant(label, [thinkingBlock(text, signature)], rest)
}

export function system(label: string, subtype: string, options: RowOptions = {}): ChainSpec {
  return chain(label, { type: 'system', subtype, content: subtype, level: 'info' }, options)
}

export function attachment(label: string, body: Block, options: RowOptions = {}): ChainSpec {
  return chain(label, { type: 'attachment', attachment: body }, options)
}

/** A compaction boundary; `after` is the label its logical parent has. */
export function boundary(label: string, after: string | undefined, options: RowOptions = {}): ChainSpec {
  return chain(
    label,
    {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      ...(after === undefined ? {} : { logicalParentUuid: uuidOf(after) }),
      compactMetadata: { trigger: 'manual', preTokens: 100 },
    },
    { parent: null, ...options },
  )
}

export function summary(label: string, text: unknown, options: RowOptions = {}): ChainSpec {
  return user(label, text, { isCompactSummary: true, isVisibleInTranscriptOnly: true, ...options })
}

/** A row of any type that takes part in the chain. */
export function chain(label: string, row: Record<string, unknown>, options: RowOptions = {}): ChainSpec {
  return { kind: 'chain', label, row, options }
}

/** A row outside the chain; it does not become anyone's default parent. */
export function side(row: Record<string, unknown>): RowSpec {
  return { kind: 'side', row }
}

export function lastPrompt(leaf: string, extra: Record<string, unknown> = {}): RowSpec {
  return side({
    type: 'last-prompt',
    lastPrompt: 'p',
    leafUuid: uuidOf(leaf),
    sessionId: conformanceSessionId,
    ...extra,
  })
}

/** Bytes as they are, line ends included. */
export function bytes(value: string | Uint8Array): RowSpec {
  return { kind: 'bytes', bytes: typeof value === 'string' ? encoder.encode(value) : value }
}

export function textBlock(text: string): Block {
  return { type: 'text', text }
}

export function callBlock(id: string, name = 'Read', input: Block = { file_path: `/${id}` }): Block {
  return { type: 'tool_use', id, name, input }
}

export function resultBlock(id: string, content: unknown = `r:${id}`, isError?: boolean): Block {
  return {
    tool_use_id: id,
    type: 'tool_result',
    content,
    ...(isError === undefined ? {} : { is_error: isError }),
  }
}

export function thinkingBlock(thinking: string, signature = 'c2ln'): Block {
  return { type: 'thinking', thinking, signature }
}

/** The model the rows say they came from: the one resumes are made with, so that thinking is kept. */
export const conformanceModel: string = pinnedModel
export const conformanceSessionId = '5e551017-0000-4000-8000-000000000001'
export const zeroUuid = '00000000-0000-0000-0000-000000000000'

/** The uuid a label stands for; anything with a dash is taken as a uuid already. */
export function uuidOf(label: string): string {
  if (label.includes('-')) return label
  if (label.length === 0 || label.length > 6) throw new Error(`a label has one to six characters: ${label}`)
  const hex = [...encoder.encode(label)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `00000000-0000-4000-8000-${hex.padStart(12, '0')}`
}

export function timestampAt(second: number): string {
  return new Date(firstInstant + Math.round(second * 1000)).toISOString()
}

/** The transcript that the rows make, one line each. */
export function transcriptBytes(specs: RowSpec[]): Uint8Array {
  const state: BuildState = { previous: null, second: 0 }
  const parts = specs.map((spec) => {
    if (spec.kind === 'bytes') return spec.bytes
    const row = spec.kind === 'side' ? spec.row : chainRow(spec, state)
    return encoder.encode(`${JSON.stringify(row)}\n`)
  })
  return concatenated(parts)
}

/** The line of one row alone, for cases that tear or join lines. */
export function lineOf(spec: ChainSpec, previous: string | null, second: number): string {
  return JSON.stringify(chainRow(spec, { previous: previous === null ? null : uuidOf(previous), second }))
}

const encoder = new TextEncoder()
const firstInstant = Date.UTC(2026, 0, 1)

interface BuildState {
  previous: string | null
  second: number
}

function chainRow(spec: ChainSpec, state: BuildState): Record<string, unknown> {
  const { parent, at = state.second + 1, mid: _mid, ...overlay } = spec.options
  const uuid = uuidOf(spec.label)
  const row = {
    parentUuid: parent === undefined ? state.previous : parent === null ? null : uuidOf(parent),
    isSidechain: false,
    ...spec.row,
    uuid,
    timestamp: timestampAt(at),
    userType: 'external',
    cwd: '/w',
    sessionId: conformanceSessionId,
    version: '2.1.325',
    ...overlay,
  }
  state.previous = uuid
  state.second = at
  return row
}

function concatenated(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
