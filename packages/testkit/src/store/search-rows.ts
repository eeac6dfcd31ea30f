import fc from 'fast-check'

/** Pieces of text that make search hard: scripts without spaces, accents in both forms, letters that fold oddly. */
const PIECES = [
  'Read',
  'the file',
  'ERROR:',
  'naïve',
  'nai\u0308ve',
  'CAFÉ',
  'cafe\u0301',
  'Straße',
  'STRASSE',
  'İstanbul',
  'ıstanbul',
  'ΟΔΟΣ',
  'οδος',
  '\u212aelvin',
  'ſtop',
  '你好世界',
  '世界你好',
  '検索エンジン',
  '\u1112\u1161\u11ab글',
  '한글',
  '👩‍👩‍👧‍👦',
  '⚠️ warn',
  'a\tb\nc\r\nd',
  '\u00a0hard\u3000space',
  '\u001b[31mred\u001b[0m',
  '"quoted" \\back\\slash/',
  'src/search/query.ts',
  'C:\\Users\\Ada',
  '\ud800 half',
  'x'.repeat(300),
  'foo_bar42',
  '__proto__',
  'constructor',
  'toolUseResult',
  'a',
]

export const searchText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', '', '\n', '  ')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.flat().join(''))

/** Names under `tool-results/` that rows stand for; a test lays out what it likes of them. */
export const OUTPUT_NAMES = ['b1.txt', 'b2.txt', 'ü ñ.log', '..', 'linked.txt', 'missing.txt'] as const

/** What the program leaves of an output that it spilled. */
export function standIn(path: string, preview: string): string {
  return `<persisted-output>\nOutput too large (49KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`
}

const standInRow: fc.Arbitrary<object> = fc
  .tuple(
    fc.constantFrom(...OUTPUT_NAMES),
    fc.constantFrom('/home/me/.claude/projects/-work-app/s/tool-results/', 'C:\\s\\tool-results\\', ''),
    fc.constantFrom('string', 'array', 'failed', 'twice', 'bare'),
  )
  .map(([name, folder, shape]) => {
    const text = standIn(`${folder}${name}`, 'the beginning')
    const content = shape === 'string' ? text : [{ type: 'text', text }]
    const result = { type: 'tool_result', tool_use_id: 't1', content, is_error: shape === 'failed' }
    const other = { ...result, content: standIn(`/x/${OUTPUT_NAMES[0]}`, 'another one') }
    const blocks = shape === 'twice' ? [result, other, result] : [result]
    return { type: 'user', message: shape === 'bare' ? blocks : { role: 'user', content: blocks } }
  })

/** Rows of all kinds that hold text, and some that hold none. */
const row: fc.Arbitrary<object> = searchText.chain((text) =>
  fc.constantFrom<object[]>(
    { type: 'user', message: { role: 'user', content: text } },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image', source: { data: text } },
        ],
      },
    },
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } },
    { type: 'assistant', message: { content: [{ type: 'thinking', thinking: text, signature: text }] } },
    {
      type: 'assistant',
      message: {
        content: [
          {
            type: 'tool_use',
            id: 't1',
            name: 'Edit',
            input: { file_path: text, edits: [{ new_string: text }] },
          },
        ],
      },
    },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: text }] },
      toolUseResult: { stdout: text },
    },
    {
      type: 'user',
      message: {
        content: [
          { type: 'tool_result', tool_use_id: 't1', is_error: true, content: [{ type: 'text', text }] },
        ],
      },
    },
    {
      type: 'user',
      message: { content: [{ type: 'document', source: { type: 'text', data: text }, title: 'a title' }] },
    },
    { type: 'user', isMeta: true, message: { content: text } },
    { type: 'system', subtype: 'informational', content: text },
    { type: 'attachment', attachment: { type: 'queued_command', prompt: text } },
    { type: 'attachment', attachment: { type: 'skill_listing', content: text } },
    { type: 'summary', summary: text, leafUuid: text },
    { type: 'custom-title', customTitle: text },
    { type: 'progress', data: { type: 'bash_progress', output: text } },
    { type: 'unheard-of', payload: [{ words: text }] },
    { message: { role: 'assistant', content: text } },
    { type: 'user', message: text },
    { type: 'assistant', cwd: text, uuid: text, message: { content: [] } },
  ),
)

/** A line as some writer would write it: plainly, all ASCII, slashes escaped, with white space; or torn. */
export const searchLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: row }, { weight: 1, arbitrary: standInRow }),
    fc.integer({ min: 0, max: 500 }),
    fc.constantFrom(
      'plain',
      'plain',
      'plain',
      'ascii',
      'slashes',
      'html',
      'spaced',
      'joined',
      'torn',
      'late',
    ),
  )
  .map(([value, minute, writer]) => {
    const time = writer === 'late' ? {} : { timestamp: new Date(1.7e12 + minute * 60_000).toISOString() }
    const line = JSON.stringify({ ...value, ...time })
    if (writer === 'ascii')
      return line.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    if (writer === 'slashes') return line.replaceAll('/', '\\/')
    if (writer === 'html') return line.replaceAll('<', '\\u003c')
    if (writer === 'spaced') return JSON.stringify({ ...value, ...time }, null, '\t').replaceAll('\n', ' ')
    if (writer === 'joined') return line + line
    return writer === 'torn' ? `${line.slice(0, line.length >> 1)}${line}` : line
  })

/** A query in the language people type, mostly one that finds something in `text`. */
export function searchQuery(text: string): fc.Arbitrary<string> {
  // By characters: half of an emoji is no text.
  const characters = Array.from(text)
  const part = fc.tuple(fc.nat(Math.max(0, characters.length - 1)), fc.integer({ min: 1, max: 12 })).map(
    ([start, length]) =>
      characters
        .slice(start, start + length)
        .join('')
        .trim() || 'the',
  )
  const quoted = part.map((words) => `"${words.replaceAll(/["\\]/g, '\\$&')}"`)
  const word = part.map((words) => words.split(/\s/)[0].replaceAll(/[^\p{L}\p{N}]/gu, '') || '世')
  const term = fc.oneof(
    quoted,
    quoted.map((phrase) => `=${phrase}`),
    word,
    word.map((w) => `${w}*`),
    word.map((w) => `*${w}`),
    word.map((w) => `=${w}`),
    word.map((w) => `/${w}/`),
    word.map((w) => `/(?:${w}|zzz+)\\s?/`),
    word.map((w) => `/${w}.?[a-z]+/c`),
    fc.constantFrom('in:prompt', 'in:error', 'in:tool-input', 'absent', '/\\d{2}/'),
  )
  return fc.oneof(
    term,
    fc.tuple(term, term).map(([a, b]) => `${a} ${b}`),
    fc.tuple(term, term).map(([a, b]) => `${a} OR ${b}`),
    fc.tuple(term, term).map(([a, b]) => `${a} -${b}`),
    fc.tuple(term, term, term).map(([a, b, c]) => `(${a} OR ${b}) NOT ${c}`),
    term.map((a) => `-${a}`),
  )
}
