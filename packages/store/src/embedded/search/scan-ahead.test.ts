import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readQuery } from '../../reader/query/read-query.ts'
import { rawPlan } from './raw/raw-plan.ts'
import { scannedAhead, type Candidate } from './scan-ahead.ts'
import { helpSearch, VERDICT } from './scan-helper.ts'

const LINES = ['{"text":"the needle"}\n', '{"text":"nothing of it"}\n', '{"needle":"a key"}\n']
const ALWAYS = { alone: 0, worth: 0 }

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-ahead-'))
  path = join(folder, 'a.jsonl')
  writeFileSync(path, LINES.join(''))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('helpSearch', () => {
  it('rules out whole lines without the needle, keys apart, and nothing else', () => {
    expect(verdictsOn(starts())).toEqual([VERDICT.look, VERDICT.nothing, VERDICT.nothing])
  })

  it('leaves what is taken, and what is not as it was indexed, to be read', () => {
    const [, second] = starts()
    expect(verdictsOn([second], { taken: true })).toEqual([VERDICT.look])
    expect(verdictsOn([second + 1])).toEqual([VERDICT.look])
    expect(verdictsOn([second], { offset: 10_000 })).toEqual([VERDICT.look])
    rmSync(path)
    expect(verdictsOn([second])).toEqual([VERDICT.look])
  })
})

describe('scannedAhead', () => {
  const candidates = (): Candidate[] =>
    starts().map((start, id) => ({
      block: { id, file: 1, start, stop: start + LINES[id].length, line: id + 1, time: id, odd: false },
      // Of a file no more is asked.
      file: { id: 1, path, place: 'disk', offset: 0 } as Candidate['file'],
    }))

  it('gives all candidates in their order, whichever thread reads them', () => {
    const seen = [...scannedAhead(candidates().values(), rawPlan(needle()), ALWAYS)]
    expect(seen.map(({ block }) => block.id)).toEqual([0, 1, 2])
    expect(seen[0].nothing).toBe(false)
  })

  it('waits for no help where the bytes tell nothing', () => {
    const plan = rawPlan(readQuery('-needle', { now: 0 }))
    const seen = [...scannedAhead(candidates().values(), plan, ALWAYS)]
    expect(seen.map(({ block, nothing }) => [block.id, nothing])).toEqual([
      [0, false],
      [1, false],
      [2, false],
    ])
  })
})

function needle(): ReturnType<typeof readQuery> {
  return readQuery('needle', { now: 0 })
}

function starts(): number[] {
  return LINES.map((_, i) => LINES.slice(0, i).join('').length)
}

function verdictsOn(from: readonly number[], over: { taken?: boolean; offset?: number } = {}): number[] {
  const { needles, cover } = rawPlan(needle())
  const verdicts = new Int32Array(new SharedArrayBuffer(from.length * 4))
  if (over.taken) verdicts.fill(VERDICT.look)
  const places = Float64Array.from(from.flatMap((start) => [0, start, endOfLine(start)]))
  helpSearch(
    { needles, cover: cover ?? [] },
    { files: [{ path, offset: over.offset ?? 0 }], places, verdicts },
  )
  return [...verdicts]
}

function endOfLine(start: number): number {
  return LINES.join('').indexOf('\n', start) + 1
}
