import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { historyPrompts, lostPrompts } from './history.ts'
import { liveSessions } from './live.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skein-sidecars-'))
})

afterEach(() => rmSync(root, { recursive: true }))

describe('liveSessions', () => {
  it('lists the sessions of processes that exist, and nothing that cannot be read', () => {
    const folder = join(root, 'sessions')
    mkdirSync(folder)
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
    write('41.json', '{"sessionId":"a","cwd":"/p","status":"busy","name":"n"}')
    write('42.json', '{"sessionId":"dead"}')
    write('43.json', '{"sessionId":')
    write('44.json', '[1]')
    write('45.json', '{"sessionId":7}')
    write('notes.txt', '{"sessionId":"x"}')
    expect(liveSessions([root], (pid) => pid !== 42)).toEqual([
      { session: 'a', pid: 41, cwd: '/p', status: 'busy', name: 'n' },
    ])
  })

  it('asks the system for the process', () => {
    mkdirSync(join(root, 'sessions'))
    writeFileSync(join(root, 'sessions', `${process.pid}.json`), '{"sessionId":"me"}')
    // Above the largest pid Linux gives out.
    writeFileSync(join(root, 'sessions', '4194999.json'), '{"sessionId":"nobody"}')
    expect(liveSessions([root]).map(({ session }) => session)).toEqual(['me'])
  })

  it('finds nothing where there is no registry', () => {
    expect(liveSessions([root])).toEqual([])
  })
})

describe('historyPrompts', () => {
  it('reads prompts with what was pasted into them, past bad lines', () => {
    mkdirSync(join(root, 'paste-cache'))
    writeFileSync(join(root, 'paste-cache', 'abc1.txt'), 'from the cache')
    const rows = [
      { display: 'plain', timestamp: 5, project: '/p', sessionId: 'a' },
      {
        display: '[Pasted text #1 +3 lines] and [Pasted text #2] and [Pasted text #3]',
        timestamp: 6,
        project: '/p',
        sessionId: 'b',
        pastedContents: {
          1: { content: 'short' },
          2: { contentHash: 'abc1' },
          3: { contentHash: '../../secret' },
        },
      },
    ]
    writeFileSync(
      join(root, 'history.jsonl'),
      `${JSON.stringify(rows[0])}\nnot json\n\n${JSON.stringify(rows[1])}`,
    )
    const prompts = historyPrompts(root)
    expect(prompts).toEqual([
      { text: 'plain', time: 5, project: '/p', session: 'a' },
      { text: 'short and from the cache and [Pasted text #3]', time: 6, project: '/p', session: 'b' },
    ])
    expect(lostPrompts(prompts, new Set(['a'])).map(({ session }) => session)).toEqual(['b'])
  })

  it('finds nothing where there is no history', () => {
    expect(historyPrompts(root)).toEqual([])
  })
})
