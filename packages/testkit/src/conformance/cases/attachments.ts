import { attachment, call, result, say, user, type RowSpec, type Block } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rendered = '§4.8: attachments are sent from rendered'
const bare = '§4.8: attachments without rendered'
const reminder = (text: string): string => `<system-reminder>
${text}
</system-reminder>`
const shown = (label: string, text: string, extra: Record<string, unknown> = {}): RowSpec =>
  attachment(
    label,
    { type: 'date', date: '2026-01-02' },
    { rendered: [{ content: reminder(text) }], renderedRole: 'system', ...extra },
  )
const file = (name: string): Block => ({
  type: 'text',
  file: { filePath: `/w/${name}`, content: 'one\ntwo', numLines: 2, startLine: 1, totalLines: 2 },
})
/**
 * One attachment of each type met in public transcripts, as small as its type allows. Left out are those whose text
 * changes from day to day or repeats pages of the program's own instructions.
 */
const bodies: Record<string, Block> = {
  date: { type: 'date', date: '2026-01-02' },
  'date-change': { type: 'date_change', newDate: '2026-01-02' },
  'hook-success': hook({ type: 'hook_success', content: 'ctx', stdout: 'ctx', stderr: '', exitCode: 0 }),
  'hook-success-empty': hook({ type: 'hook_success', content: '', stdout: 'out', stderr: '', exitCode: 0 }),
  'hook-success-session-start': {
    ...hook({ type: 'hook_success', content: 'ctx', stdout: 'ctx' }),
    hookEvent: 'SessionStart',
    hookName: 'SessionStart:startup',
  },
  'hook-success-pre-tool': {
    ...hook({ type: 'hook_success', content: 'ctx', stdout: 'ctx' }),
    hookEvent: 'PreToolUse',
    hookName: 'PreToolUse:Bash',
  },
  'hook-additional-context': hook({ type: 'hook_additional_context', content: ['one', 'two'] }),
  'hook-additional-context-empty': hook({ type: 'hook_additional_context', content: [] }),
  'hook-system-message': hook({ type: 'hook_system_message', content: 'said' }),
  'hook-blocking-error': hook({
    type: 'hook_blocking_error',
    blockingError: { blockingError: 'bad', command: 'x' },
  }),
  'hook-non-blocking-error': hook({
    type: 'hook_non_blocking_error',
    stderr: 'bad',
    stdout: '',
    exitCode: 1,
  }),
  'hook-stopped-continuation': hook({ type: 'hook_stopped_continuation', message: 'stop' }),
  'hook-cancelled': hook({ type: 'hook_cancelled' }),
  'async-hook-response': {
    type: 'async_hook_response',
    processId: 'p',
    hookName: 'Stop',
    hookEvent: 'Stop',
    response: {},
    stdout: '',
    stderr: '',
    exitCode: 0,
  },
  'async-hook-response-message': {
    type: 'async_hook_response',
    processId: 'p',
    hookName: 'Stop',
    hookEvent: 'Stop',
    response: { systemMessage: 'sys', hookSpecificOutput: { additionalContext: 'more' } },
    stdout: '',
    stderr: '',
    exitCode: 0,
  },
  'task-reminder-empty': { type: 'task_reminder', content: [], itemCount: 0 },
  'task-reminder': {
    type: 'task_reminder',
    content: [{ id: '1', subject: 'do', status: 'pending', description: 'd', blocks: [], blockedBy: [] }],
    itemCount: 1,
  },
  'todo-reminder-empty': { type: 'todo_reminder', content: [], itemCount: 0 },
  'todo-reminder': {
    type: 'todo_reminder',
    content: [{ content: 'do', status: 'pending', activeForm: 'doing' }],
    itemCount: 1,
  },
  todo: {
    type: 'todo',
    content: [{ content: 'do', status: 'pending', activeForm: 'doing' }],
    itemCount: 1,
    context: 'post-compact',
  },
  diagnostics: {
    type: 'diagnostics',
    files: [
      {
        uri: '/w/x.ts',
        diagnostics: [
          {
            message: 'undefined: os',
            severity: 'Error',
            range: { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } },
            source: 'ts',
            code: '1',
          },
        ],
      },
    ],
    isNew: true,
  },
  'total-tokens-reminder': {
    type: 'total_tokens_reminder',
    text: '<total_tokens>9 tokens left</total_tokens>',
  },
  'token-usage': { type: 'token_usage', used: 1, total: 10, remaining: 9 },
  'budget-usd': { type: 'budget_usd', used: 1, total: 10, remaining: 9 },
  'output-token-usage': { type: 'output_token_usage', turn: 1, session: 2, budget: 10 },
  'deferred-tools-delta': {
    type: 'deferred_tools_delta',
    addedNames: ['X'],
    addedLines: ['X'],
    removedNames: ['Y'],
  },
  'agent-listing-delta': {
    type: 'agent_listing_delta',
    addedTypes: ['x'],
    addedLines: ['- x: y'],
    removedTypes: [],
    isInitial: true,
    showConcurrencyNote: false,
  },
  'mcp-instructions-delta': {
    type: 'mcp_instructions_delta',
    addedNames: ['s'],
    addedBlocks: ['## s\nuse it'],
    removedNames: [],
  },
  'skill-listing': { type: 'skill_listing', content: '- x: y', skillCount: 1, isInitial: true, names: ['x'] },
  'invoked-skills': { type: 'invoked_skills', skills: [{ name: 'x', path: 'p', content: 'do x' }] },
  'dynamic-skill': { type: 'dynamic_skill', skillDir: '/w', skillNames: ['x'], displayPath: 'w' },
  'command-permissions': { type: 'command_permissions', allowedTools: ['Read'] },
  file: { type: 'file', filename: '/w/x.txt', displayPath: 'x.txt', content: file('x.txt') },
  'file-truncated': {
    type: 'file',
    filename: '/w/x.txt',
    displayPath: 'x.txt',
    truncated: true,
    content: file('x.txt'),
  },
  'already-read-file': {
    type: 'already_read_file',
    filename: '/w/x.txt',
    displayPath: 'x.txt',
    content: file('x.txt'),
  },
  'compact-file-reference': { type: 'compact_file_reference', filename: '/w/x.txt', displayPath: 'x.txt' },
  'pdf-reference': {
    type: 'pdf_reference',
    filename: '/w/x.pdf',
    displayPath: 'x.pdf',
    pageCount: 20,
    fileSize: 10,
  },
  directory: { type: 'directory', path: '/w', content: 'x.txt', displayPath: 'w' },
  'edited-text-file': { type: 'edited_text_file', filename: '/w/x.txt', snippet: '1	one' },
  'edited-image-file': { type: 'edited_image_file', filename: '/w/x.png', content: {} },
  'selected-lines-in-ide': {
    type: 'selected_lines_in_ide',
    ideName: 'ide',
    lineStart: 1,
    lineEnd: 2,
    filename: '/w/x.txt',
    displayPath: 'x.txt',
    content: 'one',
  },
  'opened-file-in-ide': { type: 'opened_file_in_ide', filename: '/w/x.txt' },
  'queued-command': { type: 'queued_command', prompt: 'also', commandMode: 'prompt' },
  'queued-command-blocks': {
    type: 'queued_command',
    prompt: [{ type: 'text', text: 'also' }],
    commandMode: 'prompt',
  },
  'queued-command-notification': {
    type: 'queued_command',
    prompt: '<task-notification>x</task-notification>',
    commandMode: 'task-notification',
  },
  'plan-mode-exit': { type: 'plan_mode_exit', planFilePath: '/w/p.md', planExists: true },
  'plan-file-reference': { type: 'plan_file_reference', planFilePath: '/w/p.md', planContent: 'the plan' },
  'auto-mode-exit': { type: 'auto_mode_exit' },
  'critical-system-reminder': { type: 'critical_system_reminder', content: 'mind' },
  'nested-memory': {
    type: 'nested_memory',
    path: '/w/CLAUDE.md',
    content: { type: 'Project', path: '/w/CLAUDE.md', content: 'rule' },
    displayPath: 'CLAUDE.md',
  },
  'task-status': {
    type: 'task_status',
    taskId: 'x',
    taskType: 'local_bash',
    description: 'd',
    status: 'completed',
    deltaSummary: null,
  },
  'agent-mention': { type: 'agent_mention', agentType: 'x' },
  'mcp-resource': {
    type: 'mcp_resource',
    server: 's',
    uri: 'u',
    name: 'n',
    content: { contents: [{ text: 'res' }] },
  },
  'output-style': { type: 'output_style', style: 'Explanatory' },
  'verify-plan-reminder': { type: 'verify_plan_reminder' },
  'compaction-reminder': { type: 'compaction_reminder' },
  'context-efficiency': { type: 'context_efficiency' },
  'ultrathink-effort': { type: 'ultrathink_effort', level: 'high' },
  'structured-output': { type: 'structured_output', data: { x: 1 } },
  'max-turns-reached': { type: 'max_turns_reached', maxTurns: 1, turnCount: 2 },
  'goal-status': { type: 'goal_status', met: true, condition: 'c', reason: 'r' },
  'silent-turn-reminder': { type: 'silent_turn_reminder' },
  model: {
    type: 'model',
    identity: { modelId: 'm', marketingName: 'M', knowledgeCutoff: 'never' },
    text: 'You are powered by M.',
  },
  'session-context': { type: 'session_context', context: { gitStatus: 'clean' } },
  'prompt-snapshot': {
    type: 'prompt_snapshot',
    systemPrompt: ['x'],
    reminderFold: false,
    echoWireToolInputs: false,
    contextRendering: 'announced',
  },
  'remote-session-change': {
    type: 'remote_session_change',
    url: null,
    commit: 'c',
    pr: 'p',
    sendUserFileHint: false,
    managedCommit: false,
    managedPr: false,
  },
  instructions: { type: 'instructions', files: [{ path: '/w/CLAUDE.md', type: 'Project', content: 'rule' }] },
  'unheard-of': { type: 'unheard_of', content: 'x' },
}

export const attachments: WrittenCase[] = [
  writtenCase('rendered-after-prompt', rendered, [user('a', 'a'), shown('b', 'note'), say('c', 'c')]),
  writtenCase('rendered-before-prompt', rendered, [shown('b', 'note'), user('a', 'a'), say('c', 'c')]),
  writtenCase('rendered-after-assistant', rendered, [
    user('a', 'a'),
    say('b', 'b'),
    shown('c', 'note'),
    user('d', 'd'),
    say('e', 'e'),
  ]),
  writtenCase('rendered-at-tip', rendered, [user('a', 'a'), say('b', 'b'), shown('c', 'note')]),
  writtenCase('rendered-after-user-tip', rendered, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    shown('d', 'note'),
  ]),
  writtenCase('rendered-twice', rendered, [
    user('a', 'a'),
    shown('b', 'one'),
    shown('c', 'two'),
    say('d', 'd'),
  ]),
  writtenCase('rendered-after-result', rendered, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
    shown('d', 'note'),
    say('e', 'e'),
  ]),
  writtenCase('rendered-after-array-prompt', rendered, [
    user('a', [{ type: 'text', text: 'a' }]),
    shown('b', 'note'),
    say('c', 'c'),
  ]),
  writtenCase('rendered-two-texts', rendered, [
    user('a', 'a'),
    attachment(
      'b',
      { type: 'date', date: '2026-01-02' },
      { rendered: [{ content: reminder('one') }, { content: reminder('two') }], renderedRole: 'system' },
    ),
    say('c', 'c'),
  ]),
  writtenCase('rendered-empty', rendered, [
    user('a', 'a'),
    attachment('b', { type: 'date', date: '2026-01-02' }, { rendered: [], renderedRole: 'system' }),
    say('c', 'c'),
  ]),
  writtenCase('rendered-role-user', rendered, [
    user('a', 'a'),
    shown('b', 'note', { renderedRole: 'user' }),
    say('c', 'c'),
  ]),
  writtenCase('rendered-no-role', rendered, [
    user('a', 'a'),
    shown('b', 'note', { renderedRole: void 0 }),
    say('c', 'c'),
  ]),
  writtenCase('rendered-plain-text', rendered, [
    user('a', 'a'),
    attachment(
      'b',
      { type: 'date', date: '2026-01-02' },
      { rendered: [{ content: 'no tags' }], renderedRole: 'system' },
    ),
    say('c', 'c'),
  ]),
  writtenCase('rendered-of-unknown-type', rendered, [
    user('a', 'a'),
    attachment(
      'b',
      { type: 'unheard_of' },
      { rendered: [{ content: reminder('note') }], renderedRole: 'system' },
    ),
    say('c', 'c'),
  ]),
  writtenCase('rendered-on-a-dead-branch', rendered, [
    user('a', 'a'),
    say('b', 'b'),
    shown('x', 'dead', { parent: 'a' }),
    user('c', 'c', { parent: 'b' }),
    say('d', 'd'),
  ]),
  writtenCase('rendered-before-boundary-only', rendered, [
    shown('x', 'note'),
    user('a', 'a'),
    shown('y', 'note2'),
    shown('z', 'note3'),
    say('b', 'b'),
  ]),
  ...Object.entries(bodies).map(([name, body]) =>
    writtenCase(`bare-${name}`, `${bare}: ${String(body['type'])}`, [
      user('a', 'a'),
      attachment('b', body),
      say('c', 'c'),
      user('d', 'd'),
      say('e', 'e'),
    ]),
  ),
]

function hook(body: Block): Block {
  return {
    hookEvent: 'UserPromptSubmit',
    hookName: 'UserPromptSubmit',
    toolUseID: 'x',
    command: 'x',
    durationMs: 1,
    ...body,
  }
}
