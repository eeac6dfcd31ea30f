import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { resumeView } from '../resume/resume-view.ts'
import { readTranscript, Transcript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('the tip of the live path', () => {
  it('is the conversation that trailing progress hangs on, not an older leaf', () => {
    const rows = [
      row('user', 'p', null),
      row('assistant', 'dead', 'p'),
      row('assistant', 'a', 'p'),
      row('progress', 'g1', 'a'),
      row('progress', 'g2', 'g1'),
    ]
    expect(tipOf(rows)).toBe('a')
  })

  it('goes on over progress that carries the chain', () => {
    const rows = [
      row('user', 'p', null),
      row('progress', 'g', 'p'),
      row('assistant', 'a', 'g'),
      row('progress', 'h', 'g'),
    ]
    expect(tipOf(rows)).toBe('a')
  })

  it('is the later of two, where the older one has the later progress', () => {
    const rows = [
      row('user', 'p', null),
      row('assistant', 'a', 'p'),
      row('assistant', 'b', 'p'),
      row('progress', 'g', 'a'),
    ]
    expect(tipOf(rows)).toBe('b')
  })

  it('is looked for once around where notices name each other as parents', () => {
    const rows = [row('user', 'p', null), row('system', 'n1', 'n2'), row('system', 'n2', 'n1')]
    const bytes = encodeUtf8(rows.map((line) => `${line}\n`).join(''))
    expect(resumeView(readTranscript(bytes), bytesInMemory(bytes)).kind).toBe('no-conversation')
  })

  it('is found where children stand before their parents', () => {
    const rows = [
      row('user', 'p', null),
      row('progress', 'g2', 'g1'),
      row('progress', 'g1', 'a'),
      row('assistant', 'a', 'p'),
    ]
    expect(tipOf(rows)).toBe('a')
  })

  it('is cut at a row that cites itself, in pieces as at once', () => {
    const rows = [row('user', 'p', null), row('assistant', 'a', 'a'), row('assistant', 'b', 'a')]
    expect(tipOf(rows)).toBe('b')
    const grown = new Transcript()
    for (const line of rows) grown.append(encodeUtf8(`${line}\n`))
    grown.end()
    expect(grown.diagnostics).toEqual(readTranscript(encodeUtf8(`${rows.join('\n')}\n`)).diagnostics)
  })
})

function row(type: string, uuid: string, parentUuid: string | null): string {
  return JSON.stringify({ type, uuid, parentUuid, message: { role: type, content: uuid } })
}

function tipOf(rows: readonly string[]): string {
  const { path, scan } = readTranscript(encodeUtf8(`${rows.join('\n')}\n`))
  return scan.ids.text(scan.columns.uuid[path.tip])
}
