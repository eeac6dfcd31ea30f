import { describe, expect, it } from 'vitest'
import { fullView } from './full-view.ts'
import { readTranscript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('the full view', () => {
  it('stitches the trunk over a compaction', () => {
    const rows = [
      { type: 'user', uuid: 'p', parentUuid: null, message: { content: 'a' } },
      { type: 'system', subtype: 'compact_boundary', uuid: 'c', parentUuid: null, logicalParentUuid: 'p' },
      { type: 'user', uuid: 's', parentUuid: 'c', isCompactSummary: true, message: { content: 'sum' } },
    ]
    expect(placed(rows)).toEqual(['p trunk at -', 'c trunk at p', 's trunk at c'])
  })

  it('stitches it by file order where the boundary names a row that came after it', () => {
    const rows = [
      { type: 'user', uuid: 'p', parentUuid: null, message: { content: 'a' } },
      { type: 'system', subtype: 'compact_boundary', uuid: 'c', parentUuid: null, logicalParentUuid: 'f' },
      { type: 'user', uuid: 's', parentUuid: 'c', isCompactSummary: true, message: { content: 'sum' } },
      { type: 'attachment', uuid: 'f', parentUuid: 's', attachment: { type: 'file' } },
    ]
    expect(placed(rows)).toEqual(['p trunk at -', 'c trunk at p', 's trunk at c', 'f trunk at s'])
  })

  it('shows side rows where they were written and replaced rows at the one that replaced them', () => {
    const rows = [
      { type: 'mode', mode: 'normal' },
      { type: 'user', uuid: 'p', parentUuid: null, message: { content: 'a' } },
      { type: 'ai-title', aiTitle: 't' },
      { type: 'assistant', uuid: 'a', parentUuid: 'p', message: { content: [] } },
      { type: 'user', uuid: 'p', parentUuid: null, message: { content: 'again' } },
    ]
    expect(placed(rows)).toEqual([
      '#0 side at -',
      'p#4 trunk at -',
      'p#1 shadowed at p',
      '#2 side at p',
      'a trunk at p',
    ])
  })

  it('hangs rows whose parent is missing on the row before them in the file', () => {
    const rows = [
      { type: 'user', uuid: 'p', parentUuid: null, message: { content: 'a' } },
      { type: 'assistant', uuid: 'a', parentUuid: 'gone', message: { content: [] } },
    ]
    expect(placed(rows)).toEqual(['p trunk at -', 'a trunk at p'])
  })

  it('cuts rings of parents and anchors them by file order', () => {
    const rows = [
      { type: 'user', uuid: 'p', parentUuid: null, message: { content: 'a' } },
      { type: 'user', uuid: 'x', parentUuid: 'y', message: { content: 'x' } },
      { type: 'user', uuid: 'y', parentUuid: 'x', message: { content: 'y' } },
      { type: 'user', uuid: 'self', parentUuid: 'self', message: { content: 'z' } },
      { type: 'assistant', uuid: 'a', parentUuid: 'p', message: { content: [] } },
    ]
    expect(placed(rows)).toEqual([
      'p trunk at -',
      'a trunk at p',
      'x branch at -',
      'y branch at x',
      'self branch at -',
    ])
    expect([...viewOf(rows).detached()].map(({ root, anchor }) => [root, anchor])).toEqual([
      [1, 0],
      [3, 0],
    ])
  })
})

function viewOf(rows: readonly object[]) {
  return fullView(readTranscript(encodeUtf8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))))
}

/** Rows by uuid, with their number where that is needed to tell them apart. */
function placed(rows: readonly { readonly uuid?: string }[]): string[] {
  const name = (row: number): string => (row < 0 ? '-' : (rows[row].uuid ?? ''))
  const isTwice = (row: number): boolean => rows.filter(({ uuid }) => uuid === rows[row].uuid).length > 1
  return [...viewOf(rows).places()].map(
    ({ row, kind, at }) =>
      `${name(row)}${isTwice(row) || rows[row].uuid === undefined ? `#${row}` : ''} ${kind} at ${name(at)}`,
  )
}
