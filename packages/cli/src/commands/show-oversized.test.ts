import { afterAll, expect, it } from 'vitest'
import { answer, lines, prompt, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

it('says that a prompt is too long to be held, and where it can be seen', () => {
  // The kernel holds lines of up to 16 MiB.
  const long = prompt('a', null, 'x'.repeat(17 * 1024 * 1024), 0)
  bench.write('long.jsonl', lines(long, answer('b', 'a', 'That was long.', 1)))
  const { code, stdout } = bench.run(['show', 'long.jsonl'])
  expect(code).toBe(0)
  expect(stdout).toContain('› (a line of 18 MB, see --view raw)')
  expect(stdout).toContain('That was long.')
  const report = JSON.parse(bench.run(['show', 'long.jsonl', '--json']).stdout) as {
    turns: { prompt: object }[]
  }
  expect(report.turns[0].prompt).toEqual({
    kind: 'oversized',
    text: '(a line of 18 MB, see --view raw)',
    uuid: 'a',
    line: 1,
    images: 0,
    imageList: [],
    queued: false,
    resumedAfterMs: null,
  })
})
