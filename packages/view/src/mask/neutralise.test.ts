import { Transcript } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { neutraliser } from './neutralise.ts'

function redacted(text: string, cwd = '/home/ada/app'): string {
  const transcript = new Transcript()
  const row = { type: 'user', uuid: 'a', parentUuid: null, cwd, message: { role: 'user', content: 'x' } }
  transcript.append(new TextEncoder().encode(`${JSON.stringify(row)}\n`))
  return neutraliser(transcript, './-home-ada-app/s.jsonl')(text)
}

describe('neutraliser', () => {
  it.each([
    ['./-home-ada-app/s.jsonl', './-project/s.jsonl'],
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
