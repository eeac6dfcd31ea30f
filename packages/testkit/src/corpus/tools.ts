import type { Random, Quantiles } from './prng.ts'
import type { ResultStatus } from './records.ts'
import { code, filePath, identifier, prose, sentence, terminal, word, words } from './text-pool.ts'
import type { Profile } from './versions.ts'

/** One tool call as it will stand in the rows: its input, what the model gets back, what the screen keeps. */
export interface ToolCall {
  readonly name: string
  readonly input: object
  readonly content: unknown
  readonly toolUseResult: unknown
  readonly status: ResultStatus
  /** The full output, where it was too large for the transcript. */
  readonly persisted?: string
}

export interface ToolContext {
  readonly random: Random
  readonly profile: Profile
  readonly cwd: string
  /** Turns a realistic length into the one wanted here (small sessions scale it down). */
  readonly scale: (length: number) => number
}

/** A random call, by the frequencies of the public transcripts. */
export function toolCall(context: ToolContext): ToolCall {
  return context.random.weighted(TOOLS)(context)
}

/** A command and its output. */
export function bashCall({ random, profile, scale }: ToolContext): ToolCall {
  const stdout = terminal(random, scale(random.quantile(BASH_OUTPUT)))
  return {
    name: 'Bash',
    input: {
      command: `${random.pick(COMMANDS)} ${terminal(random, scale(random.quantile(BASH_COMMAND)))}`,
      description: `${words(random, 5)}`,
    },
    content: stdout,
    toolUseResult: {
      stdout,
      stderr: '',
      interrupted: false,
      isImage: false,
      ...(profile.usage === 'plain' || profile.usage === 'classes' ? {} : { noOutputExpected: false }),
    },
    status: 'ok',
  }
}

/** The same call answered with a failure. */
export function failedCall(call: ToolCall, random: Random): ToolCall {
  const text = random.weighted([
    ['<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>', 2],
    [`Exit code 1\n${terminal(random, 160)}`, 3],
    ['<tool_use_error>String to replace not found in file.</tool_use_error>', 2],
  ])
  return {
    ...call,
    content: text,
    toolUseResult: `Error: ${text.replace(/<\/?tool_use_error>/g, '')}`,
    status: 'error',
  }
}

export function deniedCall(call: ToolCall): ToolCall {
  return { ...call, content: DENIED, toolUseResult: 'User rejected tool use', status: 'denied' }
}

/** A Bash call the person stopped while it ran. */
export function interruptedCall(context: ToolContext): ToolCall {
  const call = bashCall(context)
  return {
    ...call,
    content: '<error>Command was aborted before completion</error>',
    toolUseResult: { stdout: '', stderr: '', interrupted: true, isImage: false },
    status: 'interrupted',
  }
}

/** A Bash call whose output went to a file of its own. */
export function persistedCall(context: ToolContext, path: string): ToolCall {
  const { random, scale } = context
  const full = terminal(random, scale(random.int(40_000, 200_000)))
  const preview = full.slice(0, scale(2000))
  const call = bashCall(context)
  return {
    ...call,
    content: `<persisted-output>\nOutput too large (${Math.ceil(full.length / 1024)}KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`,
    toolUseResult: {
      stdout: preview,
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      persistedOutputPath: path,
      persistedOutputSize: full.length,
    },
    status: 'ok',
    persisted: full,
  }
}

const DENIED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."

// Lengths in characters at the 5/25/50/75/90/97/99/100 percentiles of 288 public transcripts.
const BASH_COMMAND: Quantiles = q(13, 35, 88, 186, 374, 945, 1525, 6000)
const BASH_OUTPUT: Quantiles = q(7, 86, 374, 1083, 2677, 6729, 13886, 26746)
const READ_FILE: Quantiles = q(293, 903, 2144, 5872, 14169, 34572, 41747, 64972)
const EDIT_OLD: Quantiles = q(23, 101, 244, 466, 960, 2041, 3987, 7649)
const EDIT_NEW: Quantiles = q(19, 117, 330, 734, 1538, 3878, 5534, 12370)
const EDIT_FILE: Quantiles = q(200, 943, 6167, 13657, 30782, 54555, 67960, 95090)
const WRITE_CONTENT: Quantiles = q(155, 1100, 2693, 5154, 7524, 17937, 18019, 32463)
const GREP_OUTPUT: Quantiles = q(16, 49, 290, 1299, 3038, 5536, 10511, 18511)

const TOOLS: readonly (readonly [(context: ToolContext) => ToolCall, number])[] = [
  [bashCall, 1763],
  [read, 858],
  [edit, 832],
  [grep, 210],
  [todo, 420],
  [write, 129],
  [glob, 88],
  [webFetch, 53],
  [webSearch, 24],
  [multiEdit, 20],
  [mcp, 40],
  [ask, 15],
]

function q(...values: number[]): Quantiles {
  const at = [0.05, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99, 1]
  return [[0, Math.floor(values[0] / 2)], ...values.map((value, i) => [at[i], value] as const)]
}

const COMMANDS = [
  'npm test -- ',
  'git status &&',
  'rg -n "',
  'uv run pytest',
  'go build ./... ;',
  'ls -la',
  'cat <<"EOF" |',
  'grep -rn',
]

function read({ random, profile, cwd, scale }: ToolContext): ToolCall {
  const path = `${cwd}/${filePath(random)}`
  const content = code(random, scale(random.quantile(READ_FILE)))
  const startLine = random.chance(0.5) ? 1 : random.int(2, 600)
  const numbered = numberedLines(content, startLine, profile.lineNumbers)
  const lines = numbered.count
  return {
    name: 'Read',
    input: startLine === 1 ? { file_path: path } : { file_path: path, offset: startLine, limit: lines },
    content: numbered.text,
    toolUseResult: {
      type: 'text',
      file: {
        filePath: path,
        content,
        numLines: lines,
        startLine,
        totalLines: startLine + lines + random.int(0, 400),
      },
    },
    status: 'ok',
  }
}

function numberedLines(
  content: string,
  from: number,
  style: Profile['lineNumbers'],
): { text: string; count: number } {
  const lines = content.split('\n')
  let text = ''
  for (let i = 0; i < lines.length; i++) {
    const number = String(from + i)
    text += style === 'arrow' ? `${number.padStart(6)}→${lines[i]}\n` : `${number}\t${lines[i]}\n`
  }
  return { text: text.slice(0, -1), count: lines.length }
}

function edit({ random, profile, cwd, scale }: ToolContext): ToolCall {
  const path = `${cwd}/${filePath(random)}`
  const oldString = code(random, scale(random.quantile(EDIT_OLD)))
  const newString = code(random, scale(random.quantile(EDIT_NEW)))
  const original = code(random, scale(random.quantile(EDIT_FILE)))
  return {
    name: 'Edit',
    input: { replace_all: false, file_path: path, old_string: oldString, new_string: newString },
    content: `The file ${path} has been updated successfully.`,
    toolUseResult: {
      filePath: path,
      oldString,
      newString,
      // Newer versions keep the whole file only where it is small.
      originalFile: profile.envelope === 'tail' && random.chance(0.12) ? null : original,
      structuredPatch: [hunk(oldString, newString, random.int(1, 300))],
      userModified: false,
      replaceAll: false,
    },
    status: 'ok',
  }
}

function hunk(before: string, after: string, start: number): object {
  const removed = before.split('\n')
  const added = after.split('\n')
  return {
    oldStart: start,
    oldLines: removed.length,
    newStart: start,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  }
}

function multiEdit({ random, cwd, scale }: ToolContext): ToolCall {
  const path = `${cwd}/${filePath(random)}`
  const edits = Array.from({ length: random.int(2, 6) }, () => ({
    old_string: code(random, scale(random.quantile(EDIT_OLD))),
    new_string: code(random, scale(random.quantile(EDIT_NEW))),
  }))
  return {
    name: 'MultiEdit',
    input: { file_path: path, edits },
    content: `Applied ${edits.length} edits to ${path}`,
    toolUseResult: {
      filePath: path,
      edits: edits.map((one) => ({ ...one, replace_all: false })),
      originalFileContents: code(random, scale(random.quantile(EDIT_FILE))),
      structuredPatch: edits.map((one, i) => hunk(one.old_string, one.new_string, 1 + i * 40)),
      userModified: false,
    },
    status: 'ok',
  }
}

function write({ random, cwd, scale }: ToolContext): ToolCall {
  const path = `${cwd}/${filePath(random)}`
  const content = code(random, scale(random.quantile(WRITE_CONTENT)))
  return {
    name: 'Write',
    input: { file_path: path, content },
    content: `File created successfully at: ${path}`,
    toolUseResult: { type: 'create', filePath: path, content, structuredPatch: [], originalFile: null },
    status: 'ok',
  }
}

function grep({ random, cwd, scale }: ToolContext): ToolCall {
  const content = terminal(random, scale(random.quantile(GREP_OUTPUT)))
  const numLines = content.split('\n').length
  return {
    name: 'Grep',
    input: { pattern: `${identifier(random)}\\(`, path: `${cwd}/src`, output_mode: 'content', '-n': true },
    content,
    toolUseResult: { mode: 'content', numFiles: 0, filenames: [], content, numLines },
    status: 'ok',
  }
}

function glob({ random, cwd }: ToolContext): ToolCall {
  const filenames = Array.from({ length: random.int(0, 12) }, () => `${cwd}/${filePath(random)}`)
  return {
    name: 'Glob',
    input: { pattern: `**/*${word(random)}*.ts` },
    content: filenames.length > 0 ? filenames.join('\n') : 'No files found',
    toolUseResult: {
      filenames,
      durationMs: random.int(4, 900),
      numFiles: filenames.length,
      truncated: false,
    },
    status: 'ok',
  }
}

function todo({ random, profile }: ToolContext): ToolCall {
  if (profile.todoTool === 'TodoWrite') {
    const items = Array.from({ length: random.int(3, 6) }, (_, i) => ({
      content: words(random, 6),
      status: i === 0 ? 'in_progress' : 'pending',
      activeForm: words(random, 6),
    }))
    return {
      name: 'TodoWrite',
      input: { todos: items },
      content:
        'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
      toolUseResult: { oldTodos: [], newTodos: items },
      status: 'ok',
    }
  }
  const id = String(random.int(1, 20))
  if (random.chance(0.36)) {
    const subject = words(random, 7)
    return {
      name: 'TaskCreate',
      input: { subject, description: prose(random, 150), activeForm: words(random, 6) },
      content: `Task #${id} created successfully: ${subject}`,
      toolUseResult: { task: { id, subject } },
      status: 'ok',
    }
  }
  const status = random.pick(['in_progress', 'completed'])
  return {
    name: 'TaskUpdate',
    input: { taskId: id, status },
    content: `Updated task #${id} status`,
    toolUseResult: {
      success: true,
      taskId: id,
      updatedFields: ['status'],
      statusChange: { from: status === 'completed' ? 'in_progress' : 'pending', to: status },
    },
    status: 'ok',
  }
}

function webFetch({ random, scale }: ToolContext): ToolCall {
  const url = `https://docs.example.org/${word(random)}/${word(random)}`
  const result = prose(random, scale(random.int(400, 2600)))
  return {
    name: 'WebFetch',
    input: { url, prompt: sentence(random) },
    content: result,
    toolUseResult: {
      bytes: random.int(9000, 400_000),
      code: 200,
      codeText: 'OK',
      result,
      durationMs: random.int(900, 9000),
      url,
    },
    status: 'ok',
  }
}

function webSearch({ random, scale }: ToolContext): ToolCall {
  const query = words(random, 6)
  const summary = prose(random, scale(2300))
  const content = Array.from({ length: 8 }, () => ({
    title: words(random, 6),
    url: `https://${word(random)}.example.com/${word(random)}`,
  }))
  return {
    name: 'WebSearch',
    input: { query },
    content: `Web search results for query: "${query}"\n\nLinks: ${JSON.stringify(content)}\n\n${summary}`,
    toolUseResult: {
      query,
      results: [{ tool_use_id: `srvtoolu_01${random.base58(22)}`, content }, summary],
      durationSeconds: random.int(4000, 30_000) / 1000,
    },
    status: 'ok',
  }
}

function mcp({ random, scale }: ToolContext): ToolCall {
  const text = JSON.stringify({
    id: random.uuid(),
    title: words(random, 6),
    body: prose(random, scale(random.int(200, 1800))),
  })
  const content = [{ type: 'text', text }]
  return {
    name: `mcp__${random.pick(['tracker', 'browser', 'warehouse'])}__${random.pick(['get_issue', 'search', 'navigate'])}`,
    input: { id: `SK-${random.int(1, 999)}` },
    content,
    toolUseResult: content,
    status: 'ok',
  }
}

function ask({ random }: ToolContext): ToolCall {
  const question = `${words(random, 8)}?`
  const options = Array.from({ length: 3 }, () => ({
    label: words(random, 3),
    description: words(random, 9),
  }))
  const questions = [{ question, header: words(random, 2), options, multiSelect: false }]
  const answers = { [question]: options[0].label }
  return {
    name: 'AskUserQuestion',
    input: { questions },
    content: `User has answered your questions: "${question}"="${options[0].label}". You can now continue with the user's answers in mind.`,
    toolUseResult: { questions, answers },
    status: 'ok',
  }
}
