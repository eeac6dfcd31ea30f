import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, lines, prompt, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())
mkdirSync(join(bench.folder, '-home-ada-app'))

function redacted(text: string, cwd = '/home/ada/app'): string {
  const file = './-home-ada-app/s.jsonl'
  bench.write(file, lines({ ...prompt('a', null, text, 0), cwd }, { ...answer('b', 'a', 'ok', 1), cwd }))
  const report = JSON.parse(bench.run(['export', 'json', file, '--redact']).stdout) as {
    file: string
    turns: { prompt: { text: string } }[]
  }
  if (cwd.includes('ada')) expect(report.file).toBe('./-project/s.jsonl')
  return report.turns[0].prompt.text
}

describe('--redact', () => {
  it.each([
    ['in /home/ada/app/src/a.ts', 'in /project/src/a.ts'],
    ['in /home/ada/app', 'in /project'],
    ['in /home/ada/app2/x', 'in ~/app2/x'],
    ['~/.claude/projects/-home-ada-app/x', '~/.claude/projects/-project/x'],
    ['/home/ada/.ssh', '~/.ssh'],
    ['ask Ada or ada@example.com', 'ask user or user@example.com'],
    ['/Users/grace/notes', '~/notes'],
    ['C:\\Users\\grace\\notes', '~\\notes'],
    ['adapter of Canada', 'adapter of Canada'],
  ])('%s becomes %s', (text, expected) => {
    expect(redacted(text)).toBe(expected)
  })

  it('leaves names alone that are words', () => {
    expect(redacted('the root of /root/app/x is root', '/root/app')).toBe('the root of /project/x is root')
  })
})
