import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO } from '../../test/run-skein.ts'
import { lineOf, openNamedTranscript } from '../file/open-transcript.ts'
import { findEntry } from './find-entry.ts'
import { wholeSession } from './whole.ts'

const files = readdirSync(DEMO, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^[^/]+\/[^/]+\.jsonl$/.test(name),
)
const opened = files.map((name) => openNamedTranscript(`${DEMO}${name}`))
afterAll(() => {
  for (const { close } of opened) close()
})

describe('findEntry', () => {
  it.each(files.map((name, i) => [name, i] as const))(
    'finds every entry of %s by its line, and it is told in its turn',
    (_name, i) => {
      const session = opened[i]
      const { columns } = session.transcript.scan
      const lost: unknown[] = []
      for (let row = 0; row < columns.count; row++) {
        const line = columns.line[row]
        const found = findEntry(session, String(line))
        const whole = wholeSession(found.opened)
        const number = found.turn + 1
        const [turn] = whole.turns({ range: { from: number, to: number }, at: found.row })
        const told = [...turn.steps('folded')].filter(
          (step) =>
            step.line === line ||
            (step.kind === 'tool' && step.resultKey !== null && whole.lineAt(step.resultKey) === line),
        )
        const isPrompt = turn.head.prompt?.line === line
        if (lineOf(found.opened, found.row) !== line || (told.length === 0 && !isPrompt))
          lost.push({ line, found: found.turn })
      }
      expect(lost).toEqual([])
    },
  )

  it('finds an entry by its uuid on the live path and on a branch', () => {
    const session = opened[files.findIndex((name) => name.includes('52eb6ea7'))]
    const { columns, ids } = session.transcript.scan
    const branches = new Set<number | null>()
    for (let row = 0; row < columns.count; row++) {
      if (columns.uuid[row] === 0) continue
      const found = findEntry(session, ids.text(columns.uuid[row]))
      expect(lineOf(found.opened, found.row)).toBe(columns.line[row])
      branches.add(found.branch)
    }
    expect(branches).toEqual(new Set([null, 1]))
  })
})
