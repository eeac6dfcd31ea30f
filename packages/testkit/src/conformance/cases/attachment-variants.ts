import { attachment, call, result, say, user, type Block, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const bare = '§4.8: attachments without rendered'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const hook = (type: string, event: string, extra: Block): Block => ({
  type,
  hookEvent: event,
  hookName: `${event}:n`,
  toolUseID: 'x',
  command: 'x',
  durationMs: 1,
  ...extra,
})
const text = (content: string, startLine = 1, totalLines = 2): Block => ({
  type: 'file',
  filename: '/w/x.txt',
  displayPath: 'x.txt',
  content: {
    type: 'text',
    file: {
      filePath: '/w/x.txt',
      content,
      numLines: content === '' && startLine > totalLines ? 0 : 1,
      startLine,
      totalLines,
    },
  },
})
const image: Block = {
  type: 'file',
  filename: '/w/x.png',
  displayPath: 'x.png',
  content: { type: 'image', file: { base64: PNG, type: 'image/png', originalSize: 70 } },
}
const pdf: Block = {
  type: 'file',
  filename: '/w/x.pdf',
  displayPath: 'x.pdf',
  content: { type: 'pdf', file: { filePath: '/w/x.pdf', base64: 'JVBERi0=', originalSize: 3400000 } },
}
const imageBlock: Block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }
const folder = (path: string): Block => ({ type: 'directory', path, content: 'x "y"\nz', displayPath: 'w' })
const task = (extra: Block): Block => ({
  type: 'task_status',
  taskId: 'x',
  taskType: 'local_bash',
  description: 'd',
  status: 'completed',
  deltaSummary: null,
  ...extra,
})
const queued = (extra: Block): Block => ({
  type: 'queued_command',
  prompt: 'also',
  commandMode: 'prompt',
  ...extra,
})
const tools = (extra: Block): Block => ({
  type: 'deferred_tools_delta',
  addedNames: [],
  addedLines: [],
  removedNames: [],
  ...extra,
})
const agents = (extra: Block): Block => ({
  type: 'agent_listing_delta',
  addedTypes: ['x'],
  addedLines: ['- x: y'],
  removedTypes: [],
  isInitial: false,
  showConcurrencyNote: false,
  ...extra,
})
const resource = (...contents: Block[]): Block => ({
  type: 'mcp_resource',
  server: 's',
  uri: 'u',
  name: 'n',
  content: { contents },
})
const issue = (extra: Block): Block => ({
  message: 'm',
  severity: 'Error',
  range: { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } },
  ...extra,
})
const issues = (...files: [string, Block[]][]): Block => ({
  type: 'diagnostics',
  isNew: true,
  files: files.map(([uri, diagnostics]) => ({ uri, diagnostics })),
})
const change = (extra: Block): Block => ({
  type: 'remote_session_change',
  url: null,
  commit: 'c',
  pr: 'p',
  sendUserFileHint: false,
  managedCommit: false,
  managedPr: false,
  ...extra,
})
const mind = (content: string): Block => ({ type: 'critical_system_reminder', content })
const future = 4102444800000 // 2100-01-01: a memory from then never has an age

const groups: Record<string, Block[]> = {
  hooks: [
    hook('hook_success', 'PostToolUse', { content: 'c' }),
    hook('hook_success', 'UserPromptExpansion', { content: 'c' }),
    hook('hook_additional_context', 'PostToolUse', { content: ['one'] }),
    hook('hook_blocking_error', 'Stop', {
      blockingError: { blockingError: 'bad\nworse', command: 'a "b" c' },
    }),
    { type: 'async_hook_response', response: { systemMessage: 'sys' } },
    { type: 'async_hook_response', response: { hookSpecificOutput: { additionalContext: 'more' } } },
  ],
  'text-files': [
    text('one\ntwo', 99),
    text('', 1, 1),
    text('', 1, 0),
    text('', 50, 3),
    text('', 1, 3),
    text('one\n"two"\n'),
    text('one\r\ntwo'),
    { ...text('one'), filename: '/w/a "b".txt' },
  ],
  'other-files': [
    image,
    pdf,
    { type: 'file', filename: '/w/x', content: { type: 'unheard_of' } },
    { type: 'edited_text_file', filename: '/w/x.txt', snippet: '' },
    { type: 'pdf_reference', filename: '/w/x.pdf', pageCount: 1, fileSize: 2048 },
    { type: 'pdf_reference', filename: '/w/x.pdf', pageCount: 2, fileSize: 3400000000 },
  ],
  folders: [
    folder('/w/a b'),
    folder("/w/a'b"),
    folder('/w/a$b'),
    folder('/w/a@b'),
    folder('/w/a~b'),
    folder('/w/a\'b"c$d`e!f\\g'),
    folder('/w/é日'),
    folder(''),
  ],
  ide: [
    {
      type: 'selected_lines_in_ide',
      lineStart: 1,
      lineEnd: 2,
      filename: '/w/x.txt',
      content: 'abcdefghij'.repeat(210),
    },
    issues(
      [
        'file:///w/a.ts',
        [
          issue({}),
          issue({ severity: 'Warning', source: 'ts' }),
          issue({ severity: 'Info', code: 'x' }),
          issue({ severity: 'Hint', code: 7, source: 's' }),
          issue({ severity: 'Odd' }),
        ],
      ],
      ['/w/b.ts', [issue({})]],
    ),
    issues(),
    issues(['/w/b.ts', []]),
    issues(['/w/b.ts', [issue({ message: 'abcdefghij'.repeat(450) })]]),
  ],
  todos: [
    {
      type: 'task_reminder',
      content: [
        { id: '1', subject: 'do', status: 'in_progress' },
        { id: '2', subject: 'then', status: 'pending' },
      ],
      itemCount: 2,
    },
    {
      type: 'todo_reminder',
      content: [
        { content: 'do', status: 'in_progress' },
        { content: 'then', status: 'pending' },
      ],
      itemCount: 2,
    },
    { type: 'todo', content: [], itemCount: 0, context: 'post-compact' },
  ],
  'tasks-done': [
    task({ status: 'killed' }),
    task({ status: 'failed' }),
    task({ deltaSummary: 'sum' }),
    task({ outputFilePath: '/w/o' }),
    task({ taskType: 'local_agent', deltaSummary: 'sum', outputFilePath: '/w/o' }),
  ],
  'tasks-running': [
    task({ status: 'running' }),
    task({ status: 'running', outputFilePath: '/w/o' }),
    task({ taskType: 'local_agent', status: 'running' }),
    task({ taskType: 'local_agent', status: 'running', outputFilePath: '/w/o', deltaSummary: 'sum' }),
    task({ taskType: 'remote_agent', status: 'running' }),
  ],
  tokens: [
    { type: 'output_token_usage', turn: 1234, session: 2345678, budget: null },
    { type: 'output_token_usage', turn: 12500, session: 123456, budget: 999999 },
    { type: 'output_token_usage', turn: 1500000000, session: 0, budget: 0 },
    { type: 'budget_usd', used: 1.23456, total: 10, remaining: 8.76544 },
    { type: 'silent_turn_reminder', text: 'TEXT' },
    mind(''),
  ],
  queued: [
    queued({
      prompt: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    }),
    queued({ prompt: [{ type: 'text', text: 'one' }, imageBlock, { type: 'text', text: 'two' }] }),
    queued({ prompt: [imageBlock] }),
    queued({ isMeta: true }),
    queued({ commandMode: 'bash' }),
    queued({ isMeta: true, commandMode: 'task-notification' }),
  ],
  'queued-origins': [
    'human',
    'task-notification',
    'channel',
    'coordinator',
    'peer',
    'auto-continuation',
    'unheard-of',
  ].map((kind) => queued({ origin: { kind, server: 's', from: 'f' } })),
  tools: [
    tools({ addedNames: ['X', 'Z'], addedLines: ['X', 'Z'] }),
    tools({ removedNames: ['Y', 'W'] }),
    tools({}),
    tools({ addedNames: ['X'], addedLines: ['X'], readdedNames: ['X'] }),
    tools({ readdedNames: ['X', 'Y'] }),
    tools({ pendingMcpServers: ['s', 't'] }),
    tools({ needsAuthMcpServers: ['s'] }),
    tools({
      addedNames: ['X'],
      addedLines: ['X'],
      readdedNames: ['Q'],
      removedNames: ['Y'],
      pendingMcpServers: ['p'],
      needsAuthMcpServers: ['a'],
      failedMcpServers: ['f'],
    }),
  ],
  agents: [
    agents({}),
    agents({ isInitial: true, showConcurrencyNote: true }),
    agents({ addedTypes: [], addedLines: [], removedTypes: ['z', 'y'] }),
    agents({ removedTypes: ['z'] }),
    agents({ showConcurrencyNote: true }),
    agents({ addedTypes: [], addedLines: [] }),
  ],
  skills: [
    { type: 'skill_listing', content: '- x: y', isInitial: false },
    { type: 'skill_listing', content: '' },
    {
      type: 'invoked_skills',
      skills: [
        { name: 'x', path: 'p', content: 'do x' },
        { name: 'y', path: 'q', content: 'do y\n' },
      ],
    },
    { type: 'invoked_skills', skills: [] },
  ],
  mcp: [
    { type: 'mcp_instructions_delta', addedNames: [], addedBlocks: [], removedNames: ['s', 't'] },
    {
      type: 'mcp_instructions_delta',
      addedNames: ['s', 't'],
      addedBlocks: ['## s\nuse it', '## t\nuse it'],
      removedNames: ['z'],
    },
    resource({ text: 'one' }, { text: 'two' }),
    resource({ blob: 'AAAA', mimeType: 'image/png' }),
    resource({ blob: 'AAAA' }, { text: 'one' }),
    resource(),
  ],
  memories: [
    { type: 'relevant_memories', memories: [{ path: '/w/m.md', content: 'fact', mtimeMs: future }] },
    {
      type: 'relevant_memories',
      memories: [{ path: '/w/m.md', content: 'fact', mtimeMs: 0, header: 'HEAD' }],
    },
    {
      type: 'relevant_memories',
      memories: [
        { path: '/w/m.md', content: 'fact', mtimeMs: future },
        { path: '/w/n.md', content: 'two', mtimeMs: future, header: 'H2' },
      ],
    },
    { type: 'relevant_memories', memories: [] },
    {
      type: 'instructions',
      files: ['Managed', 'User', 'Project', 'Local', 'AutoMem', 'Odd'].map((type) => ({
        path: `/w/${type}`,
        type,
        content: `\nrule ${type}\n`,
      })),
    },
    { type: 'instructions', files: [] },
  ],
  session: [
    { type: 'model', identity: { modelId: 'm', marketingName: 'M', knowledgeCutoff: 'never' } },
    { type: 'model', identity: { modelId: 'm', marketingName: null, knowledgeCutoff: null } },
    { type: 'session_context', context: { gitStatus: 'clean', userEmail: 'a@b' } },
    { type: 'session_context', context: { gitStatus: 'clean', other: 'x' } },
    { type: 'output_style', style: 'Mine' },
    { type: 'plan_mode_exit', planFilePath: '/w/p.md', planExists: false },
  ],
  attribution: [
    change({ sendUserFileHint: true }),
    change({ managedCommit: true }),
    change({ managedPr: true }),
    change({ managedCommit: true, managedPr: true }),
    change({ commit: null }),
    change({ pr: '' }),
    change({ commit: '', pr: '' }),
  ],
}

/** Attachments of one, two and several parts behind answers of every shape, and between two of the model's words. */
const places: Record<string, [content: unknown, ...Block[]][]> = {
  'behind-results': [
    ['r', mind('A'), mind('B')],
    ['r', text('one')],
    ['r', image, mind('A')],
    ['r', resource({ text: 'one' })],
    ['r', queued({ prompt: [{ type: 'text', text: 'one' }, imageBlock] })],
    ['r  \n', mind('A')],
    ['', mind('A')],
  ],
  'behind-block-results': [
    [
      [
        { type: 'text', text: 'r1' },
        { type: 'text', text: 'r2' },
      ],
      mind('A'),
    ],
    [[imageBlock], mind('A')],
    [[], mind('A')],
  ],
  'between-answers': [
    [null, mind('A')],
    [null, mind('A'), mind('B')],
    [null, text('one')],
    [null, text('one'), mind('A')],
    [null, mind('A'), text('one')],
    [null, resource({ text: 'one' })],
    [null, image],
  ],
}

export const attachmentVariants: WrittenCase[] = [
  ...Object.entries(groups).flatMap(([name, bodies]) =>
    chunks(bodies, 6).map((some, n) =>
      writtenCase(
        `variants-${name}-${n}`,
        bare,
        some.flatMap((body, i) => [user(`u${i}`, `u${i}`), attachment(`x${i}`, body), say(`s${i}`, `s${i}`)]),
      ),
    ),
  ),
  ...Object.entries(places).flatMap(([name, turns]) =>
    chunks(turns, 3).map((some, n) => writtenCase(`placed-${name}-${n}`, bare, some.flatMap(turn))),
  ),
]

function turn([content, ...bodies]: [unknown, ...Block[]], i: number): RowSpec[] {
  const before =
    content === null
      ? [say(`b${i}`, `b${i}`)]
      : [call(`c${i}`, `t${i}`), result(`r${i}`, `t${i}`, { content })]
  return [
    user(`u${i}`, `u${i}`),
    ...before,
    ...bodies.map((body, j) => attachment(`x${i}${j}`, body)),
    say(`s${i}`, `s${i}`),
  ]
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  return items.length <= size ? [items] : [items.slice(0, size), ...chunks(items.slice(size), size)]
}
