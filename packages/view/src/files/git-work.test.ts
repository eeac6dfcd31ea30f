import type { ReadToolCall } from '@skein/transcript'
import { readToolResult } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { gitWork, mayChangeFiles } from './git-work.ts'

const NO_CONTENT = { shape: 'absent', blocks: [], value: undefined } as const

function ran(stdout: string, more: object = {}): ReadToolCall {
  return {
    id: 't',
    name: 'Bash',
    row: 0,
    use: 0,
    resultRow: 1,
    result: 1,
    status: 'ok',
    startTime: null,
    endTime: null,
    durationMs: null,
    input: {},
    output: readToolResult('Bash', { stdout, stderr: '', ...more }, NO_CONTENT),
    content: NO_CONTENT,
  }
}

describe('gitWork', () => {
  it.each([
    ['[main 4be19d7] Fix it', { sha: '4be19d7', branch: 'main', subject: 'Fix it' }],
    [
      '[feat/x (root-commit) 0123456789abcdef] a [b] c',
      { sha: '0123456789abcdef', branch: 'feat/x', subject: 'a [b] c' },
    ],
    ['[detached HEAD abcdef0] x', { sha: 'abcdef0', branch: 'detached HEAD', subject: 'x' }],
  ])('reads %s', (line, commit) => {
    expect(gitWork('git commit -m x', ran(`hook ran\n${line}\n 1 file changed\n`)).commits).toEqual([commit])
  })

  it.each([['[12:30:01 abcdef0 not git'], ['[main] nothing'], ['  [main 4be19d7] indented']])(
    'passes over %s',
    (line) => {
      expect(gitWork('git commit', ran(line)).commits).toEqual([])
    },
  )

  it('takes the program at its word where the output is silent, and counts nothing twice', () => {
    const noted = { gitOperation: { commit: { sha: '4be19d7', kind: 'committed' } } }
    expect(gitWork('git commit -q', ran('', noted)).commits).toEqual([
      { sha: '4be19d7', branch: null, subject: null },
    ])
    expect(gitWork('git commit', ran('[main 4be19d7aa] x', noted)).commits).toHaveLength(1)
  })

  it('finds requests that were made, not those that were looked at', () => {
    const url = 'https://github.com/a/b/pull/12'
    expect(gitWork('gh pr create --fill', ran(`Creating\n${url}\n`)).pullRequests).toEqual([url])
    expect(gitWork('gh pr view', ran(url)).pullRequests).toEqual([])
    const gitlab = 'https://gitlab.com/a/b/-/merge_requests/3'
    expect(gitWork('glab mr create', ran(gitlab)).pullRequests).toEqual([gitlab])
    const noted = (action: string): object => ({ gitOperation: { pr: { number: 12, url, action } } })
    expect(gitWork('gh api', ran('', noted('created'))).pullRequests).toEqual([url])
    expect(gitWork('gh api', ran('', noted('edited'))).pullRequests).toEqual([])
  })
})

describe('mayChangeFiles', () => {
  it.each([
    ['rm -rf dist', true],
    ['cd x && mv a b', true],
    ["sed -i 's/a/b/' x", true],
    ["sed -E -i.bak 's/a/b/' x", true],
    ['echo hi > out.txt', true],
    ['cat a >>b', true],
    ['git checkout -- .', true],
    ['git status', false],
    ['npm test 2>&1 | tail -5', false],
    ['make > /dev/null 2>&1', false],
    ['ls 2>/dev/null', false],
    ["sed -n '1,5p' x", false],
    ['grep -- "->" x', false],
    ['echo form', false],
    ['node -e "a => b"', false],
    ['test 3 -gt 2', false],
  ])('%s: %s', (command, expected) => {
    expect(mayChangeFiles(command)).toBe(expected)
  })
})
