import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REAL_FIGURES } from './realism-figures.ts'
import { compareRealism, measureFolder } from './realism.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'realism-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('measureFolder', () => {
  it('counts bytes per type and text over all transcripts of a folder, newlines included', async () => {
    const prompt = '{"type":"user","message":{"content":"héllo"}}'
    const result =
      '{"type":"user","message":{"content":[{"type":"tool_result","content":"four"}]},"toolUseResult":{"a":1}}'
    const answer =
      '{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"ab"},{"type":"text","text":"cd"},{"type":"tool_use","input":{"x":"yes","y":["no"]}}]}}'
    const torn = '{"type":"assistant","mess'
    mkdirSync(join(folder, 'projects/p/s/subagents'), { recursive: true })
    writeFileSync(join(folder, 'projects/p/s.jsonl'), `${prompt}\n${result}\n\n${torn}\n`)
    writeFileSync(join(folder, 'projects/p/s/subagents/agent-a.jsonl'), answer) // no final newline
    writeFileSync(join(folder, 'projects/p/s/subagents/agent-a.meta.json'), '{}')

    const [p, r, a, t] = [prompt, result, answer, torn].map((line) => Buffer.byteLength(line) + 1)
    const total = p + r + a + t
    expect(await measureFolder(folder)).toEqual({
      lineMean: total / 4,
      lineP50: p,
      lineP90: r,
      lineP99: r,
      shareUser: (p + r) / total,
      shareAssistant: a / total,
      shareProgress: 0,
      shareAttachment: 0,
      shareSystem: 0,
      shareSnapshot: 0,
      shareOther: t / total,
      textWords: (6 + 2 + 2) / total,
      textInputs: (3 + 2) / total,
      textResults: 4 / total,
      textAll: (10 + 5 + 4) / total,
    })
  })

  it('measures a line longer than one read', async () => {
    const line = `{"type":"user","message":{"content":"${'x'.repeat(2_500_000)}"}}`
    writeFileSync(join(folder, 'long.jsonl'), `${line}\n{"type":"mode"}\n`)
    const { lineP50, lineMean } = await measureFolder(folder)
    expect({ lineP50, lineMean }).toEqual({ lineP50: 16, lineMean: (line.length + 1 + 16) / 2 })
  })
})

describe('compareRealism', () => {
  it('is content with the real figures themselves', () => {
    expect(compareRealism(REAL_FIGURES).filter((row) => row.ratio !== 1 || !row.ok)).toEqual([])
  })

  it('rejects what is more than half again as much, or less than two thirds', () => {
    const { lineMean, lineP50, lineP90, lineP99 } = REAL_FIGURES
    const measured = {
      ...REAL_FIGURES,
      lineMean: lineMean * 1.49,
      lineP50: lineP50 * 1.51,
      lineP90: lineP90 / 1.49,
      lineP99: lineP99 / 1.51,
    }
    expect(compareRealism(measured).flatMap((row) => (row.ok ? [] : [row.figure]))).toEqual([
      'lineP50',
      'lineP99',
    ])
  })
})
