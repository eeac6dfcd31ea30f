import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryText } from '../../test/entry-arbitrary.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { BLOCK, BLOCK_FLAG, FLAG, KIND, USAGE_WIDTH } from './columns.ts'
import { PlainWalker } from './plain-walker.ts'
import { Scanner } from './scanner.ts'
import { MARK } from './text-mark.ts'
import { wasmWalker } from './wasm-walker.ts'

// The reference below reads rows from `JSON.parse`; it shares no code with the reader.

type Json = Record<string, unknown>

function referenceRow(entry: Json): unknown {
  const message = objectOf(entry['message'])
  const type = text(entry['type'])
  const own = contentOf(message['content'])
  const content = own ?? contentOf(entry['content'])
  const name = type ?? text(message['role'])
  const tool = entry['toolUseResult']
  const flags: (keyof typeof FLAG)[] = []
  const flag = (set: boolean, flagName: keyof typeof FLAG): unknown => set && flags.push(flagName)
  flag(Boolean(entry['isSidechain']), 'sidechain')
  flag(Boolean(entry['isMeta']), 'meta')
  flag(Boolean(entry['isCompactSummary']), 'compactSummary')
  flag(Boolean(entry['isVisibleInTranscriptOnly']), 'transcriptOnly')
  flag(Boolean(entry['isApiErrorMessage']), 'apiError')
  flag(isObject(entry['message']), 'hasMessage')
  flag(typeof content === 'string', 'contentString')
  flag(content !== undefined && own === undefined, 'topContent')
  flag(tool !== undefined, 'toolUseResult')
  flag(typeof tool === 'string', 'toolUseResultString')
  flag(Boolean(entry['explicit']), 'explicit')
  flag(type === undefined, 'noType')
  flag('parentUuid' in entry, 'hasParentKey')
  flag(Array.isArray(content), 'contentArray')
  flag(text(entry['timestamp']) === undefined && text(message['timestamp']) !== undefined, 'messageTime')
  return {
    kind: KINDS.includes(name ?? '') ? name : 'other',
    flags,
    time: timeOf(text(entry['timestamp']) ?? text(message['timestamp'])),
    type,
    subtype:
      text(entry['subtype']) ??
      text(objectOf(entry['data'])['type']) ??
      text(objectOf(entry['attachment'])['type']),
    uuid: text(entry['uuid']),
    parent: parentOf(entry['parentUuid']),
    logicalParent: text(entry['logicalParentUuid']),
    sessionId: text(entry['sessionId']),
    agentId: text(entry['agentId']),
    version: text(entry['version']),
    cwd: text(entry['cwd']),
    gitBranch: text(entry['gitBranch']),
    messageId: text(message['id']),
    requestId: text(entry['requestId']),
    model: text(message['model']),
    stopReason: text(message['stop_reason']),
    target: text(entry['leafUuid']) ?? text(entry['messageId']),
    toolUseId: text(entry['toolUseID']),
    parentToolUseId: text(entry['parentToolUseID']),
    sourceAssistant: text(entry['sourceToolAssistantUUID']),
    forkedFrom: text(objectOf(entry['forkedFrom'])['sessionId']),
    promptSource: text(objectOf(entry['origin'])['kind']) ?? text(entry['promptSource']),
    usage: isObject(message['usage']) ? referenceUsage(message['usage']) : null,
    blocks: typeof content === 'string' ? [textBlock(content)] : (content ?? []).map(referenceBlock),
  }
}

function referenceUsage(usage: Json): unknown {
  const written = objectOf(usage['cache_creation'])
  const server = objectOf(usage['server_tool_use'])
  const counters = [
    usage['input_tokens'],
    usage['output_tokens'],
    usage['cache_read_input_tokens'],
    usage['cache_creation_input_tokens'],
    written['ephemeral_5m_input_tokens'],
    written['ephemeral_1h_input_tokens'],
    server['web_search_requests'],
    server['web_fetch_requests'],
  ]
  return {
    counters: counters.map((value) => (typeof value === 'number' && value > 0 ? value : 0)),
    serviceTier: referenceTier(usage),
  }
}

function referenceTier(usage: Json): unknown {
  const tier = usage['speed'] === 'fast' ? 'fast' : text(usage['service_tier'])
  return usage['inference_geo'] === 'us' ? `${tier ?? ''}@us` : tier
}

function referenceBlock(block: unknown): unknown {
  if (typeof block === 'string') return textBlock(block)
  const value = objectOf(block)
  const type = text(value['type'])
  const kind =
    type === undefined
      ? 'unknown'
      : (BLOCK_TYPES[type] ?? (type.endsWith('_tool_result') ? 'serverToolResult' : 'unknown'))
  const inner = value['content']
  const first = Array.isArray(inner) ? text(objectOf(inner[0])['text']) : text(inner)
  const own = text(value['text']) ?? text(value['thinking'])
  const flags: (keyof typeof BLOCK_FLAG)[] = []
  if (value['is_error'] === true) flags.push('error')
  if (typeof value['signature'] === 'string' && value['signature'] !== '') flags.push('hasSignature')
  if (own === '') flags.push('empty')
  return {
    kind,
    flags,
    mark: referenceMark(own ?? first ?? ''),
    toolId: text(value['tool_use_id']) ?? text(value['id']),
    name: kind === 'unknown' && type !== undefined ? type : text(value['name']),
    json: block,
  }
}

function textBlock(json: string): unknown {
  const flags = json === '' ? ['empty'] : []
  return { kind: 'text', flags, mark: referenceMark(json), toolId: undefined, name: undefined, json }
}

function referenceMark(start: string): string {
  if (start.startsWith('<command-name>')) return 'command'
  if (start.startsWith('<bash-input>')) return 'bashInput'
  return start.startsWith('[Request interrupted by user') ? 'interruption' : 'none'
}

const KINDS = ['user', 'assistant', 'system', 'attachment', 'progress']
const BLOCK_TYPES: Readonly<Record<string, string | undefined>> = {
  // No prototype: "constructor" is a type that a hostile file may write.
  __proto__: null as never,
  text: 'text',
  thinking: 'thinking',
  redacted_thinking: 'redactedThinking',
  tool_use: 'toolUse',
  tool_result: 'toolResult',
  image: 'image',
  document: 'document',
  server_tool_use: 'serverToolUse',
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

/** A string as it is after a trip through UTF-8, which has no lone surrogates. */
function text(value: unknown): string | undefined {
  return typeof value === 'string'
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(encodeUtf8(value))
    : undefined
}

/** What is truthy and no string is a parent that no row can be. */
function parentOf(value: unknown): string | undefined {
  return Boolean(value) && typeof value !== 'string' ? '\0nobody' : text(value)
}

function timeOf(value: string | undefined): number {
  return value === undefined ? Number.NaN : Date.parse(value)
}

function contentOf(value: unknown): string | unknown[] | undefined {
  return typeof value === 'string' || Array.isArray(value) ? value : undefined
}

// What the columns say, in the same words.

function scannedRow(scan: Scanner, row: number, line: string): unknown {
  const { columns, ids } = scan
  const id = (value: number): string | undefined => (value === 0 ? undefined : ids.text(value))
  const nextBlock = row + 1 < columns.count ? columns.firstBlock[row + 1] : scan.blocks.count
  const usage = columns.usage[row]
  return {
    kind: nameOf(KIND, columns.kind[row]),
    flags: namesOf(FLAG, columns.flags[row]),
    time: columns.time[row],
    type: id(columns.type[row]),
    subtype: id(columns.subtype[row]),
    uuid: id(columns.uuid[row]),
    parent: id(columns.parent[row]),
    logicalParent: id(columns.logicalParent[row]),
    sessionId: id(columns.sessionId[row]),
    agentId: id(columns.agentId[row]),
    version: id(columns.version[row]),
    cwd: id(columns.cwd[row]),
    gitBranch: id(columns.gitBranch[row]),
    messageId: id(columns.messageId[row]),
    requestId: id(columns.requestId[row]),
    model: id(columns.model[row]),
    stopReason: id(columns.stopReason[row]),
    target: id(columns.target[row]),
    toolUseId: id(columns.toolUseId[row]),
    parentToolUseId: id(columns.parentToolUseId[row]),
    sourceAssistant: id(columns.sourceAssistant[row]),
    forkedFrom: id(columns.forkedFrom[row]),
    promptSource: id(columns.promptSource[row]),
    usage:
      usage < 0
        ? null
        : {
            counters: [...scan.usage.counters.subarray(usage * USAGE_WIDTH, (usage + 1) * USAGE_WIDTH)],
            serviceTier: id(scan.usage.serviceTier[usage]),
          },
    blocks: Array.from({ length: nextBlock - columns.firstBlock[row] }, (_, i) => {
      const block = columns.firstBlock[row] + i
      const { start, length } = { start: scan.blocks.start[block], length: scan.blocks.length[block] }
      expect(scan.blocks.row[block]).toBe(row)
      return {
        kind: nameOf(BLOCK, scan.blocks.kind[block]),
        flags: namesOf(BLOCK_FLAG, scan.blocks.flags[block]),
        mark: nameOf(MARK, scan.blocks.mark[block]),
        toolId: id(scan.blocks.toolId[block]),
        name: id(scan.blocks.name[block]),
        json: JSON.parse(
          new TextDecoder().decode(encodeUtf8(line).subarray(start, start + length)),
        ) as unknown,
      }
    }),
  }
}

function nameOf(names: Readonly<Record<string, number>>, value: number): string | undefined {
  return Object.keys(names).find((name) => names[name] === value)
}

function namesOf(names: Readonly<Record<string, number>>, bits: number): string[] {
  return Object.keys(names).filter((name) => (bits & names[name]) !== 0)
}

describe.each([
  ['plain', new PlainWalker()],
  ['wasm', wasmWalker()],
])('rows read with the %s walker', (_name, walker) => {
  it('say what JSON.parse says, keys in any order, escaped or repeated', () => {
    fc.assert(
      fc.property(fc.array(entryText(), { minLength: 1, maxLength: 5 }), (lines) => {
        const scan = new Scanner({ walker })
        scan.push(encodeUtf8(`${lines.join('\n')}\n`))
        const rows = lines.map((line, row) => scannedRow(scan, row, line))
        expect(rows).toEqual(lines.map((line) => referenceRow(JSON.parse(line) as Json)))
        expect(scan.columns.count).toBe(lines.length)
        expect(scan.diagnostics).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('take the last of a repeated key with everything inside it', () => {
    const line =
      `{"message":{"id":"a","usage":{"input_tokens":1},"content":[{"type":"text","text":"x"}]},"content":"top",
      "uuid":"u","message":{"role":"user"},"uuid":"v","type":"user","type":7}`.replaceAll('\n', ' ')
    const scan = new Scanner({ walker })
    scan.push(encodeUtf8(`${line}\n`))
    expect(scannedRow(scan, 0, line)).toEqual(referenceRow(JSON.parse(line) as Json))
  })

  it('give invalid UTF-8 in ids the id of what a decoder reads', () => {
    const scan = new Scanner({ walker })
    const bytes = [
      ...encodeUtf8('{"uuid":"'),
      0xff,
      ...encodeUtf8('"}\n{"uuid":"'),
      0xfe,
      ...encodeUtf8('"}\n{"uuid":"\ufffd"}\n'),
    ]
    scan.push(Uint8Array.from(bytes))
    const [first, second, third] = scan.columns.uuid
    expect([first, second, third].map((id) => scan.ids.text(id))).toEqual(['\ufffd', '\ufffd', '\ufffd'])
    expect(new Set([first, second, third]).size).toBe(1)
  })
})
