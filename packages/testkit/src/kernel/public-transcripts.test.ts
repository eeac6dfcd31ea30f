import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { bytesInMemory, OBSERVED, readTranscript, resumeRequest } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { publicTranscripts } from './public-transcripts.ts'

const files = publicTranscripts('kernel')

describe('what this looks for in public transcripts', () => {
  it('is every line that is one object, wherever it stands', () => {
    const text = '{"a":1}\n\n{"torn\n[1]\n {"b":2}\n{"c":3}\r\n{"d":4}'
    expect(intactLines(Buffer.from(text))).toEqual([
      [0, 7],
      [21, 7],
      [29, 7],
      [38, 7],
    ])
  })
})

if (files.length > 0)
  describe('public transcripts', () => {
    it('are all here', () => expect(files.length).toBe(288))

    for (const [i, file] of files.entries()) {
      it(`${i} ${basename(file)}: every intact line is a row, and every version's resume is told`, () => {
        const bytes = readFileSync(file)
        const transcript = readTranscript(bytes, { agentFile: basename(file).startsWith('agent-') })
        const { columns } = transcript.scan
        const rows = new Map<number, number>()
        for (let row = 0; row < columns.count; row++) rows.set(columns.offset[row], columns.length[row])
        expect(intactLines(bytes).filter(([offset, length]) => rows.get(offset) !== length)).toEqual([])
        for (const { version } of OBSERVED) {
          const request = resumeRequest(transcript, bytesInMemory(bytes), { version })
          expect(['sent', 'no-conversation', 'hangs', 'fails']).toContain(request.kind)
        }
      })
    }
  })

/** Offset and length of every line that JSON.parse reads as an object. */
function intactLines(bytes: Buffer): [offset: number, length: number][] {
  const lines: [number, number][] = []
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(10, start)
    const end = newline < 0 ? bytes.length : newline
    const text = bytes.toString('utf8', start, end).trim()
    const from = bytes.indexOf(text, start)
    if (isObject(text)) lines.push([from, Buffer.byteLength(text)])
    start = end + 1
  }
  return lines
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false // not intact
  }
}
