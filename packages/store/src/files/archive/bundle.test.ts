import { describe, expect, it } from 'vitest'
import { belongsTo, bundleStem, encodedName } from './bundle.ts'

describe('belongsTo', () => {
  const session = { root: '/r', project: 'p', session: 's' }

  it.each([
    'projects/p/s.jsonl',
    'projects/p/s/subagents/agent-a.jsonl',
    'projects/p/s/tool-results/x.txt',
    'projects/p/agent-a.jsonl',
    'file-history/s/abc@v1',
    'tasks/s/1.json',
    'todos/s-agent-s.json',
    'plans/warm-blue-river.md',
    'paste-cache/abc.txt',
  ])('lets a session have %s', (path) => expect(belongsTo(session, path)).toBe(true))

  it.each([
    '',
    '/etc/passwd',
    '../x',
    'projects/p/../q/s.jsonl',
    'projects/p/s/../../../../x',
    'projects/p/s//x',
    'projects/p/./s.jsonl',
    'projects/p/other.jsonl',
    'projects/p/other/tool-results/x.txt',
    'projects/q/s.jsonl',
    'projects/p/memory/MEMORY.md',
    'file-history/other/abc@v1',
    'todos/other.json',
    'plans/a/b.md',
    'settings.json',
    'projects/p/s/\0.txt',
    '__proto__/s',
  ])('keeps a session from having %j', (path) => expect(belongsTo(session, path)).toBe(false))

  it('lets a project have its memory and nothing else', () => {
    const project = { root: '/r', project: 'p', session: null }
    const paths = ['projects/p/memory/MEMORY.md', 'projects/p/memory', 'projects/p/s.jsonl', 'plans/x.md']
    expect(paths.map((path) => belongsTo(project, path))).toEqual([true, false, false, false])
  })
})

describe('names of manifests', () => {
  it('hold nothing that a file name cannot', () => {
    expect(encodedName('../a b.c*\u{1f600}')).toBe('%2E%2E%2Fa%20b%2Ec%2A%F0%9F%98%80')
    expect(encodedName('x'.repeat(300))).toBe('x'.repeat(100))
  })

  it('differ by root, project and session', () => {
    const stems = [
      bundleStem({ root: '/a', project: 'p', session: 's' }),
      bundleStem({ root: '/b', project: 'p', session: 's' }),
      bundleStem({ root: '/a', project: 'q', session: 's' }),
      bundleStem({ root: '/a', project: 's', session: null }),
    ]
    expect(new Set(stems).size).toBe(4)
    for (const stem of stems) expect(stem).toMatch(/^s\.[0-9a-f]{16}\.$/)
  })
})
