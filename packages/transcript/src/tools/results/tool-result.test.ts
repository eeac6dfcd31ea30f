import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContent } from '../../entry/content-block.ts'
import { readToolResult } from './tool-result.ts'

const none = readContent(undefined)
const read = (name: string, value: unknown) => readToolResult(name, value, none)

const hunk = { oldStart: 3, oldLines: 2, newStart: 3, newLines: 3, lines: [' a', '-b', '+c', '+d'] }

describe('files', () => {
  it('Read of a text', () => {
    const file = { filePath: '/app/a.ts', content: 'one\ntwo', numLines: 2, startLine: 10, totalLines: 90 }
    expect(read('Read', { type: 'text', file })).toEqual({
      tool: 'Read',
      type: 'text',
      path: '/app/a.ts',
      text: 'one\ntwo',
      startLine: 10,
      numLines: 2,
      totalLines: 90,
      file,
    })
  })

  it('Read of an image has no path and no text', () => {
    const file = { base64: 'AAAA', type: 'image/png', originalSize: 3 }
    expect(read('Read', { type: 'image', file })).toEqual({
      tool: 'Read',
      type: 'image',
      path: null,
      text: null,
      startLine: null,
      numLines: null,
      totalLines: null,
      file,
    })
  })

  it('Write of a new file', () => {
    const value = {
      type: 'create',
      filePath: '/app/a.ts',
      content: 'x\n',
      structuredPatch: [],
      originalFile: null,
    }
    expect(read('Write', value)).toEqual({
      tool: 'Write',
      path: '/app/a.ts',
      created: true,
      content: 'x\n',
      originalFile: null,
      patch: [],
      userModified: false,
    })
  })

  it('Edit with its hunks', () => {
    const value = {
      filePath: '/app/a.ts',
      oldString: 'b',
      newString: 'c\nd',
      originalFile: null,
      structuredPatch: [hunk],
      userModified: true,
      replaceAll: true,
    }
    expect(read('Edit', value)).toEqual({
      tool: 'Edit',
      path: '/app/a.ts',
      oldString: 'b',
      newString: 'c\nd',
      replaceAll: true,
      originalFile: null,
      patch: [hunk],
      userModified: true,
    })
  })

  it('MultiEdit, whose edits keep the names of the input', () => {
    const value = {
      filePath: '/app/a.ts',
      edits: [
        { old_string: 'b', new_string: 'c', replace_all: false },
        { old_string: 'x', new_string: 'y' },
      ],
      originalFileContents: 'a\nb\nx\n',
      structuredPatch: [hunk],
      userModified: false,
    }
    expect(read('MultiEdit', value)).toEqual({
      tool: 'MultiEdit',
      path: '/app/a.ts',
      edits: [
        { oldString: 'b', newString: 'c', replaceAll: false },
        { oldString: 'x', newString: 'y', replaceAll: false },
      ],
      originalFile: 'a\nb\nx\n',
      patch: [hunk],
      userModified: false,
    })
  })

  it('NotebookEdit', () => {
    const value = {
      new_source: 'print(1)',
      cell_id: 'c1',
      cell_type: 'code',
      edit_mode: 'replace',
      language: 'python',
      error: '',
      notebook_path: '/app/n.ipynb',
      original_file: '{}',
      updated_file: '{"cells":[]}',
    }
    expect(read('NotebookEdit', value)).toEqual({
      tool: 'NotebookEdit',
      path: '/app/n.ipynb',
      cellId: 'c1',
      cellType: 'code',
      editMode: 'replace',
      newSource: 'print(1)',
      originalFile: '{}',
      updatedFile: '{"cells":[]}',
      error: null,
    })
  })
})

describe('shells', () => {
  const bash = {
    tool: 'Bash',
    stdout: 'out',
    stderr: '',
    interrupted: false,
    isImage: false,
    backgroundTaskId: null,
    returnCodeInterpretation: null,
    persistedOutput: null,
    gitOperation: null,
  }
  const written = { stdout: 'out', stderr: '', interrupted: false, isImage: false }

  it.each([
    ['a plain command', {}, {}],
    [
      'one sent to the background',
      { backgroundTaskId: 'b1', timedOutAfterMs: 120000 },
      { backgroundTaskId: 'b1' },
    ],
    ['one cut off', { interrupted: true }, { interrupted: true }],
    [
      'one whose output is kept apart',
      { persistedOutputPath: '/p/tool-results/x.txt', persistedOutputSize: 99 },
      { persistedOutput: { path: '/p/tool-results/x.txt', size: 99 } },
    ],
    [
      'one that committed',
      { gitOperation: { commit: { sha: 'abc' } } },
      { gitOperation: { commit: { sha: 'abc' } } },
    ],
    [
      'one whose exit code is no failure',
      { returnCodeInterpretation: 'No matches found' },
      { returnCodeInterpretation: 'No matches found' },
    ],
  ])('Bash: %s', (_, more, expected) => {
    expect(read('Bash', { ...written, ...more })).toEqual({ ...bash, ...expected })
  })

  it('BashOutput', () => {
    const value = {
      shellId: 's1',
      command: 'npm run dev',
      status: 'running',
      exitCode: null,
      stdout: 'ready',
      stderr: '',
      stdoutLines: 1,
      stderrLines: 0,
      timestamp: '2026-01-01T00:00:00.000Z',
    }
    expect(read('BashOutput', value)).toEqual({
      tool: 'BashOutput',
      shellId: 's1',
      command: 'npm run dev',
      status: 'running',
      exitCode: null,
      stdout: 'ready',
      stderr: '',
    })
  })

  it.each(['KillBash', 'KillShell'])('%s is KillShell', (name) => {
    expect(read(name, { message: 'killed', shell_id: 's1', success: true })).toEqual({
      tool: 'KillShell',
      shellId: 's1',
      message: 'killed',
      success: true,
    })
  })

  it('TaskOutput and TaskStop, which took their place', () => {
    const task = {
      task_id: 'b1',
      task_type: 'local_bash',
      status: 'completed',
      description: 'build',
      output: 'ok',
      exitCode: 0,
    }
    expect(read('TaskOutput', { retrieval_status: 'success', task })).toEqual({
      tool: 'TaskOutput',
      retrievalStatus: 'success',
      taskId: 'b1',
      taskType: 'local_bash',
      status: 'completed',
      description: 'build',
      output: 'ok',
      exitCode: 0,
    })
    expect(read('TaskStop', { message: 'stopped', task_id: 'b1', task_type: 'local_bash' })).toEqual({
      tool: 'TaskStop',
      message: 'stopped',
      taskId: 'b1',
      taskType: 'local_bash',
    })
  })
})

describe('searches', () => {
  it('Glob', () => {
    expect(read('Glob', { filenames: ['/a', '/b'], durationMs: 7, numFiles: 2, truncated: true })).toEqual({
      tool: 'Glob',
      filenames: ['/a', '/b'],
      numFiles: 2,
      truncated: true,
      durationMs: 7,
    })
    expect(read('Glob', { filenames: ['/a'], durationMs: 7 })).toMatchObject({
      numFiles: 1,
      truncated: false,
    })
  })

  it('Grep for lines, and for files', () => {
    expect(
      read('Grep', {
        mode: 'content',
        numFiles: 0,
        filenames: [],
        content: 'a:1:x',
        numLines: 1,
        appliedLimit: 5,
      }),
    ).toEqual({
      tool: 'Grep',
      mode: 'content',
      filenames: [],
      numFiles: 0,
      content: 'a:1:x',
      numLines: 1,
      appliedLimit: 5,
    })
    expect(read('Grep', { filenames: ['/a'], numFiles: 1 })).toEqual({
      tool: 'Grep',
      mode: null,
      filenames: ['/a'],
      numFiles: 1,
      content: null,
      numLines: null,
      appliedLimit: null,
    })
  })

  it('WebSearch parts the links from what the model said between them', () => {
    const value = {
      query: 'skein',
      results: [
        {
          tool_use_id: 'srv1',
          content: [{ title: 'Yarn', url: 'https://example.org/yarn' }, { title: 'no url' }],
        },
        'It is yarn.',
      ],
      durationSeconds: 2.5,
      searchCount: 1,
    }
    expect(read('WebSearch', value)).toEqual({
      tool: 'WebSearch',
      query: 'skein',
      links: [{ title: 'Yarn', url: 'https://example.org/yarn' }],
      texts: ['It is yarn.'],
      durationSeconds: 2.5,
      searchCount: 1,
    })
  })

  it('WebFetch', () => {
    const value = {
      bytes: 12,
      code: 200,
      codeText: 'OK',
      result: 'a page',
      durationMs: 40,
      url: 'https://example.org',
    }
    expect(read('WebFetch', value)).toEqual({ tool: 'WebFetch', ...value })
  })

  it('ToolSearch', () => {
    expect(read('ToolSearch', { matches: ['CronList'], query: 'cron', total_deferred_tools: 9 })).toEqual({
      tool: 'ToolSearch',
      query: 'cron',
      matches: ['CronList'],
    })
  })
})

describe('agents and skills', () => {
  it.each(['Task', 'Agent'])('%s that ran to its end', (name) => {
    const value = {
      status: 'completed',
      prompt: 'look',
      agentId: 'a1',
      agentType: 'Explore',
      content: [{ type: 'text', text: 'found' }],
      totalDurationMs: 900,
      totalTokens: 1200,
      totalToolUseCount: 3,
      usage: { input_tokens: 5, output_tokens: 6 },
      resolvedModel: 'm1',
    }
    expect(read(name, value)).toEqual({
      tool: 'Agent',
      launch: 'sync',
      status: 'completed',
      agentId: 'a1',
      agentType: 'Explore',
      description: null,
      prompt: 'look',
      model: 'm1',
      answer: readContent(value.content),
      totalDurationMs: 900,
      totalTokens: 1200,
      totalToolUseCount: 3,
      lastUsage: {
        inputTokens: 5,
        outputTokens: 6,
        cacheReadTokens: 0,
        cacheWrite5mTokens: 0,
        cacheWrite1hTokens: 0,
        thinkingTokens: null,
        webSearchRequests: 0,
        webFetchRequests: 0,
        serviceTier: null,
        speed: null,
        value: value.usage,
      },
      outputFile: null,
      worktreePath: null,
      value,
    })
  })

  it('Agent that has only been started', () => {
    const value = {
      isAsync: true,
      status: 'async_launched',
      agentId: 'a1',
      description: 'look around',
      prompt: 'look',
      outputFile: '/tasks/a1.output',
      canReadOutputFile: true,
    }
    expect(read('Agent', value)).toEqual({
      tool: 'Agent',
      launch: 'async',
      status: 'async_launched',
      agentId: 'a1',
      agentType: null,
      description: 'look around',
      prompt: 'look',
      model: null,
      answer: none,
      totalDurationMs: null,
      totalTokens: null,
      totalToolUseCount: null,
      lastUsage: null,
      outputFile: '/tasks/a1.output',
      worktreePath: null,
      value,
    })
  })

  it.each(['Skill', 'SlashCommand'])('%s is Skill', (name) => {
    expect(read(name, { success: true, commandName: 'review' })).toEqual({
      tool: 'Skill',
      commandName: 'review',
      success: true,
    })
  })
})

describe('lists of work', () => {
  it('TodoWrite', () => {
    const value = {
      oldTodos: [],
      newTodos: [{ content: 'build', status: 'in_progress', activeForm: 'Building' }, { content: 'ship' }],
    }
    expect(read('TodoWrite', value)).toEqual({
      tool: 'TodoWrite',
      oldTodos: [],
      newTodos: [
        { content: 'build', status: 'in_progress', activeForm: 'Building' },
        { content: 'ship', status: null, activeForm: null },
      ],
    })
  })

  it('TaskCreate, TaskUpdate, TaskList and TaskGet', () => {
    const task = { id: '1', subject: 'build', description: null, status: null, owner: null, blockedBy: [] }
    expect(read('TaskCreate', { task: { id: '1', subject: 'build' } })).toEqual({ tool: 'TaskCreate', task })
    expect(
      read('TaskUpdate', {
        success: true,
        taskId: '1',
        updatedFields: ['status'],
        statusChange: { from: 'pending', to: 'completed' },
      }),
    ).toEqual({
      tool: 'TaskUpdate',
      taskId: '1',
      success: true,
      updatedFields: ['status'],
      from: 'pending',
      to: 'completed',
    })
    expect(
      read('TaskList', {
        tasks: [{ id: '1', subject: 'build', status: 'pending', blockedBy: ['2'] }, 'odd'],
      }),
    ).toEqual({ tool: 'TaskList', tasks: [{ ...task, status: 'pending', blockedBy: ['2'] }] })
    expect(read('TaskGet', { task: null })).toEqual({ tool: 'TaskGet', task: null })
  })
})

describe('questions to the user', () => {
  it('AskUserQuestion', () => {
    const value = {
      questions: [
        {
          question: 'Which?',
          header: 'Choice',
          options: [{ label: 'A', description: 'first' }],
          multiSelect: true,
        },
      ],
      answers: { 'Which?': 'A' },
      annotations: {},
    }
    expect(read('AskUserQuestion', value)).toEqual({
      tool: 'AskUserQuestion',
      questions: value.questions,
      answers: [{ question: 'Which?', answer: 'A' }],
    })
  })

  it('ExitPlanMode', () => {
    expect(read('ExitPlanMode', { plan: '# Plan', isAgent: false, filePath: '/plans/p.md' })).toEqual({
      tool: 'ExitPlanMode',
      plan: '# Plan',
      path: '/plans/p.md',
      isAgent: false,
    })
  })
})

describe('tools of MCP servers', () => {
  const blocks = [{ type: 'text', text: 'pong' }]

  it.each([
    ['a list of blocks', blocks, readContent(blocks)],
    ['an object that holds it', { content: blocks, structuredContent: {} }, readContent(blocks)],
    ['a string', 'Error: no', readContent('Error: no')],
    ['nothing, where the content of the row is all there is', undefined, readContent('seen')],
  ])('%s', (_, value, content) => {
    expect(readToolResult('mcp__my_server__ping__twice', value, readContent('seen'))).toEqual({
      tool: 'MCP',
      server: 'my_server',
      name: 'ping__twice',
      content,
    })
  })
})

describe('everything else', () => {
  it.each([
    ['an unknown tool', 'Brew', { cups: 2 }],
    ['an error, which is a string', 'Bash', 'Error: Exit code 1'],
    ['a shape that the name does not promise', 'Grep', { type: 'text', file: {} }],
    ['null', 'Read', null],
  ])('%s is kept as it is', (_, name, value) => {
    expect(read(name, value)).toEqual({ tool: 'other', name, value })
  })

  it('gives the content that the model saw where there is no structured result', () => {
    expect(readToolResult('Read', undefined, readContent('1→x'))).toEqual({
      tool: 'other',
      name: 'Read',
      value: '1→x',
    })
  })

  it('never throws and stays with its tool, whatever the value', () => {
    const names = fc.constantFrom(
      'Read',
      'Edit',
      'Write',
      'MultiEdit',
      'Bash',
      'Task',
      'WebSearch',
      'mcp__',
      'TodoWrite',
    )
    const fields = fc.constantFrom(
      'file',
      'filePath',
      'structuredPatch',
      'content',
      'edits',
      'results',
      'newTodos',
      'stdout',
      'query',
    )
    fc.assert(
      fc.property(names, fc.dictionary(fields, fc.jsonValue()), (name, value) => {
        const { tool } = read(name, value)
        expect(['other', 'MCP', 'Agent', name]).toContain(tool)
      }),
    )
  })
})
