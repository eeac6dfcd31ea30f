import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

describe('skein demo', () => {
  it('lists every bundled session, newest first, and shows the first, from any folder', () => {
    const { code, stdout, stderr } = bench.run(['demo', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { sessions, shown } = JSON.parse(stdout) as {
      sessions: { file: string; lastTime: string }[]
      shown: { file: string; turns: unknown[] }
    }
    const files = readdirSync(DEMO, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^[^/]+\/[^/]+\.jsonl$/.test(name),
    )
    expect(sessions.map(({ file }) => file).toSorted()).toEqual(
      files.map((name) => `${DEMO}${name}`).toSorted(),
    )
    expect(sessions.map(({ lastTime }) => lastTime)).toEqual(
      sessions
        .map(({ lastTime }) => lastTime)
        .toSorted()
        .toReversed(),
    )
    expect(shown.file).toBe(sessions[0].file)
    expect(shown.turns.length).toBeGreaterThan(0)
  })

  it('prints them for people', () => {
    const { code, stdout, stderr } = bench.run(['demo'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Demo sessions\n/)
    expect(stdout).toContain('─ 1 ─')
  })
})
