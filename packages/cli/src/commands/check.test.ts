import { Buffer } from 'node:buffer'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, at, lines, prompt, row, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

/** Byte offsets of the lines of a text, and their lengths without the newline. */
function places(text: string): { offset: number; length: number }[] {
  let offset = 0
  return text.split('\n').map((line) => {
    const place = { offset, length: Buffer.byteLength(line) }
    offset += place.length + 1
    return place
  })
}

function sizeOf(text: string, ...numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + places(text)[number - 1].length, 0)
}

describe('skein check --json', () => {
  it('tells everything of a session with a rewind', () => {
    const text = lines(
      prompt('a', null, 'Start', 0),
      answer('b', 'a', 'Ready.', 1),
      prompt('c', 'b', 'Wrong way', 2),
      answer('d', 'c', 'Lost.', 3),
      prompt('e', 'b', 'Right way', 60),
      answer('f', 'e', 'Found.', 61),
      { type: 'ai-title', aiTitle: 'Ways', sessionId: 's1' },
    )
    bench.write('rewind.jsonl', text)
    const { code, stdout, stderr } = bench.run(['check', 'rewind.jsonl', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      file: 'rewind.jsonl',
      bytes: text.length,
      entries: 7,
      types: [
        { type: 'assistant', known: true, entries: 3, bytes: sizeOf(text, 2, 4, 6) },
        { type: 'user', known: true, entries: 3, bytes: sizeOf(text, 1, 3, 5) },
        { type: 'ai-title', known: true, entries: 1, bytes: sizeOf(text, 7) },
      ],
      versions: [{ version: '2.1.325', entries: 6 }],
      sessions: [{ sessionId: 's1', entries: 7 }],
      firstTime: at(0),
      lastTime: at(61),
      diagnostics: [],
      branches: [
        {
          reason: 'rewind',
          entries: 2,
          fromLine: 2,
          firstLine: 3,
          tipLine: 4,
          tipUuid: 'd',
          lastTime: at(3),
          prompt: 'Wrong way',
        },
      ],
      resume: {
        version: '2.1.325',
        rules: '2.1.325',
        outcome: 'conversation',
        reason: null,
        tip: { uuid: 'f', line: 6, type: 'assistant', time: at(61) },
        entries: 4,
        leftOut: [
          { reason: 'other-branch', entries: 2, bytes: sizeOf(text, 3, 4) },
          { reason: 'not-conversation', entries: 1, bytes: sizeOf(text, 7) },
        ],
      },
    })
  })

  it('ends with 0 on a damaged file and says what was done', () => {
    const text = `${lines(prompt('a', null, 'Start', 0))}{"type":"user","uuid":"to\n${lines(answer('b', 'a', 'Ready.', 1))}`
    bench.write('torn.jsonl', text)
    const { code, stdout } = bench.run(['check', 'torn.jsonl', '--json'])
    const { diagnostics, resume } = JSON.parse(stdout) as {
      diagnostics: { code: string; line: number }[]
      resume: object
    }
    expect({ code, found: diagnostics.map((one) => [one.code, one.line]) }).toEqual({
      code: 0,
      found: [['torn-line', 2]],
    })
    expect(diagnostics[0]).toMatchObject(places(text)[1])
    expect(resume).toMatchObject({ outcome: 'conversation', entries: 2, leftOut: [] })
  })

  it('says what a compaction hides and what a lost parent cuts off', () => {
    const compacted = lines(
      prompt('a', null, 'Old', 0),
      answer('b', 'a', 'Past.', 1),
      row('system', 'c', null, {
        subtype: 'compact_boundary',
        logicalParentUuid: 'b',
        timestamp: at(2),
        content: 'Compacted',
      }),
      row('user', 'd', 'c', {
        isCompactSummary: true,
        timestamp: at(3),
        message: { role: 'user', content: 'Summary' },
      }),
      prompt('e', 'd', 'New', 4),
    )
    const cut = lines(
      prompt('a', null, 'Old', 0),
      answer('b', 'a', 'Past.', 1),
      prompt('c', 'gone', 'New', 3600),
    )
    expect(leftOut('compacted.jsonl', compacted)).toEqual([
      { reason: 'compacted', entries: 2, bytes: sizeOf(compacted, 1, 2) },
      { reason: 'not-conversation', entries: 1, bytes: sizeOf(compacted, 3) },
    ])
    expect(leftOut('cut.jsonl', cut)).toEqual([{ reason: 'cut', entries: 2, bytes: sizeOf(cut, 1, 2) }])
  })

  it('reads as the version asked for', () => {
    bench.write('ring.jsonl', lines(prompt('a', 'b', 'One', 0), answer('b', 'a', 'Two', 1)))
    const { resume } = JSON.parse(bench.run(['check', 'ring.jsonl', '--json', '--as', '2.0.80']).stdout) as {
      resume: object
    }
    expect(resume).toEqual({
      version: '2.0.80',
      rules: '2.0.76',
      outcome: 'hangs',
      reason: 'The parents form a cycle',
      tip: null,
      entries: 0,
      leftOut: [],
    })
  })

  it('keeps a type nobody knows', () => {
    bench.write('new.jsonl', lines(prompt('a', null, 'Start', 0), { type: 'brand-new', payload: 1 }))
    const { types } = JSON.parse(bench.run(['check', 'new.jsonl', '--json']).stdout) as { types: object[] }
    expect(types[0]).toEqual({ type: 'brand-new', known: false, entries: 1, bytes: 32 })
  })
})

describe('skein check', () => {
  it('prints nothing of a transcript that a terminal would obey', () => {
    const text = '\u001b]0;owned\u0007\u001b[2J\u202e'
    bench.write(
      'hostile.jsonl',
      lines(prompt('a', null, 'x', 0), { ...prompt('b', null, text, 1), version: text }, { type: text }),
    )
    const { code, stdout } = bench.run(['check', 'hostile.jsonl'])
    expect(code).toBe(0)
    // oxlint-disable-next-line no-control-regex
    expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(stdout)).toBe(false)
  })

  it.each([44, 80])('keeps to %i columns', (width) => {
    const { stdout } = bench.run(['check', 'rewind.jsonl', '--width', String(width)])
    expect(stdout.split('\n').filter((line) => line.length > width)).toEqual([])
  })
})

function leftOut(name: string, text: string): unknown {
  bench.write(name, text)
  return (JSON.parse(bench.run(['check', name, '--json']).stdout) as { resume: { leftOut: unknown } }).resume
    .leftOut
}
