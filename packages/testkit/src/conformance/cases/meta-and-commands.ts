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
