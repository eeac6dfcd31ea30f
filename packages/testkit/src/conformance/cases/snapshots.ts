import { chain, say, side, user, uuidOf, timestampAt, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§2: file-history-snapshot rows'
const snapshot = (label: string, extra: Record<string, unknown> = {}): RowSpec =>
  side({
    type: 'file-history-snapshot',
    messageId: uuidOf(label),
    snapshot: { messageId: uuidOf(label), trackedFileBackups: {}, timestamp: timestampAt(1) },
    isSnapshotUpdate: false,
    ...extra,
  })

export const snapshots: WrittenCase[] = [
  writtenCase('before-each-prompt', rule, [
    snapshot('a'),
    user('a', 'a'),
    say('b', 'b'),
    snapshot('c'),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('update', rule, [
    snapshot('a'),
    user('a', 'a'),
    snapshot('a', { isSnapshotUpdate: true }),
    say('b', 'b'),
  ]),
  writtenCase('unknown-message', rule, [user('a', 'a'), say('b', 'b'), snapshot('q')]),
  writtenCase('names-a-missing-backup', rule, [
    snapshot('a', {
      snapshot: {
        messageId: uuidOf('a'),
        trackedFileBackups: { 'x.txt': { backupFileName: 'abc@v1', version: 1, backupTime: timestampAt(1) } },
        timestamp: timestampAt(1),
      },
    }),
    user('a', 'a'),
    say('b', 'b'),
  ]),
  writtenCase('malformed', rule, [user('a', 'a'), say('b', 'b'), side({ type: 'file-history-snapshot' })]),
  writtenCase('shares-the-uuid-of-a-row', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    chain('b', { type: 'file-history-snapshot', messageId: uuidOf('b'), snapshot: {} }, { parent: 'a' }),
  ]),
  writtenCase('delta', '§2: file-history-delta rows', [
    user('a', 'a'),
    say('b', 'b'),
    side({ type: 'file-history-delta', messageId: uuidOf('a'), delta: {} }),
  ]),
  writtenCase('on-a-dead-branch', rule, [
    user('a', 'a'),
    say('b', 'b'),
    snapshot('c'),
    user('c', 'c'),
    say('d', 'd'),
    snapshot('e'),
    user('e', 'e', { parent: 'b' }),
    say('f', 'f'),
  ]),
]
