import { describe, expect, it } from 'vitest'
import { toolSummary } from './tool-line.ts'

describe('the summary of a tool call', () => {
  it.each([
    ['Bash', { command: 'npm test\n  --watch', description: 'Runs the tests' }, 'npm test --watch'],
    ['Read', { file_path: '/repo/src/a.ts', limit: 5 }, 'src/a.ts'],
    ['Read', { file_path: '/repository/a.ts' }, '/repository/a.ts'],
    ['NotebookEdit', { notebook_path: '/repo/n.ipynb' }, 'n.ipynb'],
    ['Grep', { pattern: 'TODO', path: '/repo/src' }, 'TODO in src'],
    ['Glob', { pattern: '**/*.ts', path: '/repo' }, '**/*.ts'],
    ['WebFetch', { url: 'https://example.org', prompt: 'What is it?' }, 'https://example.org'],
    ['Task', { prompt: 'Look for …', description: 'Find it' }, 'Find it'],
    ['TodoWrite', { todos: [{ status: 'completed' }, { status: 'pending' }, null] }, '1 of 3 done'],
    ['AskUserQuestion', { questions: [{ question: 'Which one?' }] }, 'Which one?'],
    ['mcp__db__run', { limit: 3, sql: 'select 1' }, 'select 1'],
    ['Skill', { skill: 'pdf' }, 'pdf'],
    ['constructor', { command: 'x' }, 'x'],
    ['Bash', { command: 7 }, ''],
    ['Bash', null, ''],
    ['Bash', 'ls', ''],
    ['AskUserQuestion', { questions: [] }, ''],
  ])('%s %j is %j', (name, input, summary) => {
    expect(toolSummary(name, input, '/repo')).toBe(summary)
  })

  it('knows Windows paths', () => {
    expect(toolSummary('Read', { file_path: 'C:\\repo\\a.ts' }, 'C:\\repo')).toBe('a.ts')
  })
})
