import { say, system, textBlock, user, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const meta = '§4.6: isMeta and isVisibleInTranscriptOnly rows are sent'
const commands = '§2: command tags'
const systems = '§4.6: system rows'
const turn: RowSpec[] = [user('y', 'y'), say('z', 'z')]

export const metaAndCommands: WrittenCase[] = [
  writtenCase('meta-before-prompt', meta, [user('a', 'meta', { isMeta: true }), ...turn]),
  writtenCase('meta-after-prompt', meta, [
    user('a', 'a'),
    user('b', 'meta', { isMeta: true }),
    say('c', 'c'),
  ]),
  writtenCase('meta-between-turns', meta, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'meta', { isMeta: true }),
    ...turn,
  ]),
  writtenCase('meta-array', meta, [user('a', [textBlock('meta')], { isMeta: true }), ...turn]),
  writtenCase('meta-alone', meta, [user('a', 'meta', { isMeta: true }), say('b', 'b')]),
  writtenCase('transcript-only', meta, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'shown only', { isVisibleInTranscriptOnly: true }),
    ...turn,
  ]),
  writtenCase('virtual-row', meta, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'virtual', { isVirtual: true }),
    ...turn,
  ]),
  writtenCase('meta-assistant', meta, [user('a', 'a'), say('b', 'b', { isMeta: true }), ...turn]),
  writtenCase('slash-command', commands, [
    user(
      'a',
      '<command-name>/x</command-name>\n<command-message>x</command-message>\n<command-args></command-args>',
    ),
    user('b', 'expanded', { isMeta: true }),
    say('c', 'c'),
  ]),
  writtenCase('local-command-rows', commands, [
    user('a', 'Caveat: the messages below', { isMeta: true }),
    user('b', '<command-name>/model</command-name>'),
    user('c', '<local-command-stdout>Set model</local-command-stdout>'),
    ...turn,
  ]),
  writtenCase('local-command-rows-at-tip', commands, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'Caveat: the messages below', { isMeta: true }),
    user('d', '<command-name>/model</command-name>'),
    user('e', '<local-command-stdout>Set model</local-command-stdout>'),
  ]),
  ...Object.entries({
    'caveat-command-stdout': [caveat(), command('d'), stdout('e')],
    'caveat-command-stderr': [
      caveat(),
      command('d'),
      user('e', '<local-command-stderr>x</local-command-stderr>'),
    ],
    'caveat-stdout': [caveat(), stdout('e')],
    'caveat-command': [caveat(), command('d')],
    'caveat-alone': [caveat()],
    'caveat-not-meta': [caveat({ isMeta: undefined }), command('d'), stdout('e')],
    'caveat-two-commands': [caveat(), command('d'), stdout('e'), command('f'), stdout('g')],
    'caveat-two-caveats': [caveat(), command('d'), stdout('e'), caveat({}, 'f'), command('g'), stdout('h')],
    'caveat-then-meta': [caveat(), command('d'), stdout('e'), user('f', 'meta', { isMeta: true })],
    'prompt-then-caveat-command-stdout': [user('x', 'x'), caveat(), command('d'), stdout('e')],
    'command-stdout-no-caveat': [command('d'), stdout('e')],
  }).map(([name, rows]) =>
    writtenCase(`tip-${name}`, `${commands}: local command rows of 2.1 at the tip`, [
      user('a', 'a'),
      say('b', 'b'),
      ...rows,
    ]),
  ),
  writtenCase('local-command-empty-stdout', commands, [
    user('a', '<command-name>/clear</command-name>'),
    user('b', '<local-command-stdout></local-command-stdout>'),
    ...turn,
  ]),
  writtenCase('only-local-commands', commands, [
    user('a', '<command-name>/clear</command-name>'),
    user('b', '<local-command-stdout></local-command-stdout>'),
  ]),
  writtenCase('bash-input', commands, [
    user('a', '<bash-input>ls</bash-input>'),
    user('b', '<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>'),
    ...turn,
  ]),
  writtenCase('ide-selection', commands, [
    user('a', [textBlock('<ide_selection>line 1</ide_selection>'), textBlock('a')]),
    say('b', 'b'),
  ]),
  writtenCase('system-reminder-in-prompt', commands, [
    user('a', [textBlock('<system-reminder>\nnote\n</system-reminder>'), textBlock('a')]),
    say('b', 'b'),
  ]),
  writtenCase('system-reminder-after-string', commands, [
    user('a', 'a'),
    user('b', '<system-reminder>\nnote\n</system-reminder>', { isMeta: true }),
    say('c', 'c'),
  ]),
  ...[
    'human',
    'task-notification',
    'peer',
    'channel',
    'coordinator',
    'auto-continuation',
    'hook',
    'unheard-of',
  ].map((kind) =>
    writtenCase(`origin-${kind}`, `§2: rows say their origin themselves: ${kind}`, [
      user('a', 'a', { origin: { kind } }),
      say('b', 'b'),
    ]),
  ),
  writtenCase('task-notification-without-origin', '§2: a task notification without origin', [
    user('a', '<task-notification>x</task-notification>'),
    say('b', 'b'),
  ]),
  writtenCase('interrupted', '§2: interruption rows', [
    user('a', 'a'),
    say('b', 'half'),
    user('c', [textBlock('[Request interrupted by user]')]),
    ...turn,
  ]),
  writtenCase('interrupted-at-tip', '§2: interruption rows', [
    user('a', 'a'),
    say('b', 'half'),
    user('c', [textBlock('[Request interrupted by user]')]),
  ]),
  ...[
    'local_command',
    'turn_duration',
    'api_error',
    'stop_hook_summary',
    'informational',
    'away_summary',
    'bridge_status',
    'api_metrics',
    'memory_saved',
    'scheduled_task_fire',
    'permission_retry',
    'thinking',
  ].map((subtype) =>
    writtenCase(`system-${subtype.replaceAll('_', '-')}`, `${systems}: ${subtype}`, [
      user('a', 'a'),
      say('b', 'b'),
      system('c', subtype),
      ...turn,
    ]),
  ),
  writtenCase('system-local-command-text', `${systems}: local_command with its text`, [
    user('a', 'a'),
    say('b', 'b'),
    system('c', 'local_command', { content: '<command-name>/cost</command-name>' }),
    system('d', 'local_command', { content: '<local-command-stdout>$1</local-command-stdout>' }),
    ...turn,
  ]),
  writtenCase('system-local-command-at-tip', `${systems}: local_command at the tip`, [
    user('a', 'a'),
    say('b', 'b'),
    system('d', 'local_command', { content: '<local-command-stdout>$1</local-command-stdout>' }),
  ]),
  writtenCase('system-local-command-meta', `${systems}: local_command that is meta`, [
    user('a', 'a'),
    say('b', 'b'),
    system('d', 'local_command', {
      content: '<local-command-stdout>$1</local-command-stdout>',
      isMeta: true,
    }),
    ...turn,
  ]),
  writtenCase('system-without-subtype', `${systems} without a subtype`, [
    user('a', 'a'),
    say('b', 'b'),
    system('c', 'x', { subtype: void 0 }),
    ...turn,
  ]),
  writtenCase('queue-operation-rows', '§2: queue-operation rows', [
    {
      kind: 'side',
      row: {
        type: 'queue-operation',
        operation: 'enqueue',
        content: 'queued',
        timestamp: '2026-01-01T00:00:00.000Z',
      },
    },
    user('a', 'a'),
    say('b', 'b'),
    {
      kind: 'side',
      row: {
        type: 'queue-operation',
        operation: 'enqueue',
        content: 'never dequeued',
        timestamp: '2026-01-01T00:00:09.000Z',
      },
    },
  ]),
]

function caveat(extra: Record<string, unknown> = {}, label = 'c'): RowSpec {
  return user(label, '<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true, ...extra })
}

function command(label: string): RowSpec {
  return user(label, '<command-name>/model</command-name>')
}

function stdout(label: string): RowSpec {
  return user(label, '<local-command-stdout>x</local-command-stdout>')
}
