import fc from 'fast-check'

/**
 * Transcripts as nobody should write them: lines of every kind over a few ids, so that parallel and late answers, rewinds,
 * compactions, repeated uuids, missing and later parents, rings, unknown types, long and torn lines all come together.
 */
export function randomTranscript(): fc.Arbitrary<Uint8Array[]> {
  return linesOf(line)
}

/** The same without what makes older links change: parents stand before their children, and a uuid stands once. */
export function orderedTranscript(): fc.Arbitrary<Uint8Array[]> {
  return linesOf(
    line.map((made) => ({ ...made, parent: made.parent === 'last' ? 'last' : 'other', uuid: 'own' })),
  )
}

/** Entries that go on from each other. */
export function calmTranscript(): fc.Arbitrary<Uint8Array[]> {
  return linesOf(line.map((made) => ({ ...made, parent: 'last', uuid: 'own' })))
}

function linesOf(lines: fc.Arbitrary<Line>): fc.Arbitrary<Uint8Array[]> {
  return fc.array(lines, { minLength: 1, maxLength: 40 }).map((made) => {
    let last = -1
    return made.map((one, i) => {
      const text = textOf(one, i, last)
      if (!UNLINKED.has(one.kind)) last = i
      return encoder.encode(`${text}\n`)
    })
  })
}

const encoder = new TextEncoder()

const KINDS = [
  'prompt',
  'text',
  'call',
  'answer',
  'edit',
  'thought',
  'meta',
  'interruption',
  'boundary',
  'summary',
  'api-error',
  'failure',
  'queued',
  'title',
  'last-prompt',
  'unknown',
  'unknown-side',
  'system',
  'progress',
  'sidechain',
  'attachment',
  'picture',
  'long',
  'torn',
  'command',
  'nameless',
  'joined',
  'crlf',
] as const

/** Kinds that no entry can go on from. */
const UNLINKED: ReadonlySet<string> = new Set(['title', 'last-prompt', 'unknown-side', 'torn', 'nameless'])

interface Line {
  readonly kind: (typeof KINDS)[number]
  readonly parent: string
  readonly uuid: string
  readonly a: number
  readonly b: number
  readonly marker: boolean
}

const line: fc.Arbitrary<Line> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('prompt', 'text', 'call', 'answer') },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  ),
  parent: fc.oneof(
    { weight: 12, arbitrary: fc.constant('last') },
    { weight: 4, arbitrary: fc.constant('other') },
    { weight: 1, arbitrary: fc.constantFrom('missing', 'later', 'none', 'self') },
  ),
  uuid: fc.oneof(
    { weight: 20, arbitrary: fc.constant('own') },
    { weight: 1, arbitrary: fc.constant('other') },
  ),
  a: fc.nat(7),
  b: fc.nat(5),
  marker: fc.boolean(),
})

function textOf({ kind, parent, uuid, a, b, marker }: Line, i: number, last: number): string {
  const row = {
    parentUuid: parentOf(parent, { a, i, last }),
    uuid: uuid === 'own' ? `u${i}` : `u${a % (i + 1)}`,
    sessionId: 's',
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, i * (b === 5 ? 10 : 1))).toISOString(),
    cwd: '/w',
    version: `2.1.${b}`,
    isSidechain: kind === 'sidechain',
  }
  const user = (content: unknown, more: object = {}): string =>
    JSON.stringify({ ...row, type: 'user', message: { role: 'user', content }, ...more })
  const assistant = (block: unknown, more: object = {}): string =>
    JSON.stringify({
      ...row,
      type: 'assistant',
      requestId: `r${a}`,
      message: {
        id: `m${b + (marker ? i : 0)}`,
        model: b === 3 ? 'unheard-of' : 'claude-opus-4-5',
        role: 'assistant',
        content: [block],
        usage: { input_tokens: a, output_tokens: i, cache_read_input_tokens: 100 * b },
      },
      ...more,
    })
  switch (kind) {
    case 'prompt':
    case 'sidechain':
      return user(`prompt ${i}`)
    case 'command':
      return user('<command-name>/go</command-name><command-args>now</command-args>')
    case 'text':
      return assistant({ type: 'text', text: `said ${i}` })
    case 'thought':
      return assistant({ type: 'thinking', thinking: `thought ${i}`, signature: 'x' })
    case 'call':
      return assistant({ type: 'tool_use', id: `t${a}`, name: TOOLS[b], input: { command: `run ${i}` } })
    case 'edit':
      return user([{ type: 'tool_result', tool_use_id: `t${a}`, content: 'done' }], {
        toolUseResult: {
          filePath: `/w/f${b}`,
          oldString: 'a',
          newString: 'b\nc',
          originalFile: 'a',
          structuredPatch: [],
        },
      })
    case 'answer':
      return user([{ type: 'tool_result', tool_use_id: `t${a}`, content: `came ${i}`, is_error: b === 2 }], {
        toolUseResult: { stdout: 'x', stderr: '', interrupted: b === 4 },
        ...(marker && { sourceToolAssistantUUID: `u${a}` }),
      })
    case 'picture':
      return user([
        {
          type: 'tool_result',
          tool_use_id: `t${a}`,
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
        },
      ])
    case 'meta':
      return user('told by the program', { isMeta: true })
    case 'interruption':
      return user([{ type: 'text', text: '[Request interrupted by user]' }])
    case 'boundary':
      return JSON.stringify({
        ...row,
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        parentUuid: null,
        logicalParentUuid: row.parentUuid,
        compactMetadata: { trigger: 'auto', preTokens: a },
      })
    case 'summary':
      return user('This session is being continued', { isCompactSummary: true })
    case 'api-error':
      return JSON.stringify({
        ...row,
        type: 'system',
        subtype: 'api_error',
        error: { message: 'overloaded' },
      })
    case 'failure':
      return assistant({ type: 'text', text: 'API Error' }, { isApiErrorMessage: true })
    case 'queued':
      return JSON.stringify({
        ...row,
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: `queued ${i}`, commandMode: 'prompt' },
      })
    case 'attachment':
      return JSON.stringify({ ...row, type: 'attachment', attachment: { type: 'new_directories' } })
    case 'title':
      return JSON.stringify({ type: 'custom-title', customTitle: `title ${i}`, sessionId: 's' })
    case 'last-prompt':
      return JSON.stringify({ type: 'last-prompt', leafUuid: `u${a}`, sessionId: 's', explicit: b > 3 })
    case 'unknown':
      return JSON.stringify({ ...row, type: 'never-seen', value: i })
    case 'unknown-side':
      return JSON.stringify({ type: 'never-seen-either', value: i })
    case 'system':
      return JSON.stringify({
        ...row,
        type: 'system',
        subtype: 'informational',
        content: b > 2 ? `note ${i}` : '',
      })
    case 'progress':
      return JSON.stringify({ ...row, type: 'progress', data: { type: 'hook_progress' }, toolUseID: `t${a}` })
    case 'long':
      return user('x'.repeat(LONG_LINE))
    case 'torn':
      return user(`torn ${i}`).slice(0, 40)
    case 'joined':
      return `${user(`first ${i}`)}${JSON.stringify({ ...row, uuid: `v${i}`, type: 'never-seen' })}`
    case 'crlf':
      return `${user(`ends otherwise ${i}`)}\r`
    case 'nameless':
      return JSON.stringify({ type: 'user', message: { role: 'user', content: `nameless ${i}` } })
  }
}

const TOOLS = ['Bash', 'Edit', 'Task', 'Read', 'AskUserQuestion', 'mcp__x__y']

/** Lines of this length are oversized where tests say so. */
export const LONG_LINE = 3000

function parentOf(
  parent: string,
  { a, i, last }: { readonly a: number; readonly i: number; readonly last: number },
): string | null {
  if (parent === 'last') return last < 0 ? null : `u${last}`
  if (parent === 'other') return i === 0 ? null : `u${a % i}`
  if (parent === 'missing') return 'nowhere'
  if (parent === 'later') return `u${i + 1 + (a % 3)}`
  return parent === 'self' ? `u${i}` : null
}
