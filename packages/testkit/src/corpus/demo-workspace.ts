import { patchOf } from './demo-patch.ts'
import type { ToolCall } from './tools.ts'
import type { Profile } from './versions.ts'

/**
 * The files of a demo story and the tools that act on them. Edits are made for real on the held text, so that what is
 * read, patched and shown later in a story always agrees; an edit that does not fit is a mistake in the story.
 */
export class Workspace {
  readonly cwd: string
  private readonly profile: Profile
  private files: ReadonlyMap<string, string>

  constructor(cwd: string, profile: Profile, files: Readonly<Record<string, string>>) {
    this.cwd = cwd
    this.profile = profile
    this.files = new Map(Object.entries(files))
  }

  /** Everything as it is now; give it to `restore` to come back here. */
  snapshot(): ReadonlyMap<string, string> {
    return this.files
  }

  restore(files: ReadonlyMap<string, string>): void {
    this.files = files
  }

  read(path: string, range?: { readonly offset: number; readonly limit: number }): ToolCall {
    const all = this.text(path).replace(/\n$/, '').split('\n')
    const startLine = range?.offset ?? 1
    const lines = all.slice(startLine - 1, range ? startLine - 1 + range.limit : undefined)
    const filePath = this.full(path)
    return {
      name: 'Read',
      input: { file_path: filePath, ...range },
      content: this.numbered(lines, startLine),
      toolUseResult: {
        type: 'text',
        file: {
          filePath,
          content: lines.join('\n'),
          numLines: lines.length,
          startLine,
          totalLines: all.length,
        },
      },
      status: 'ok',
    }
  }

  edit(path: string, oldString: string, newString: string): ToolCall {
    const before = this.text(path)
    if (before.split(oldString).length !== 2)
      throw new Error(`${path} does not hold this text exactly once: ${oldString}`)
    const after = before.replace(oldString, () => newString)
    this.put(path, after)
    const filePath = this.full(path)
    const structuredPatch = patchOf(before, after)
    const { newStart, newLines } = structuredPatch[0]
    const snippet = this.numbered(after.split('\n').slice(newStart - 1, newStart - 1 + newLines), newStart)
    return {
      name: 'Edit',
      input: { replace_all: false, file_path: filePath, old_string: oldString, new_string: newString },
      content:
        this.profile.envelope === 'tail'
          ? `The file ${filePath} has been updated successfully.`
          : `The file ${filePath} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${snippet}`,
      toolUseResult: {
        filePath,
        oldString,
        newString,
        // Newer versions mostly leave it out.
        originalFile: this.profile.envelope === 'tail' ? null : before,
        structuredPatch,
        userModified: false,
        replaceAll: false,
      },
      status: 'ok',
    }
  }

  write(path: string, content: string): ToolCall {
    this.put(path, content)
    const filePath = this.full(path)
    return {
      name: 'Write',
      input: { file_path: filePath, content },
      content: `File created successfully at: ${filePath}`,
      toolUseResult: {
        type: 'create',
        filePath,
        content,
        structuredPatch: [],
        originalFile: null,
        ...(this.profile.envelope === 'tail' ? { userModified: false } : {}),
      },
      status: 'ok',
    }
  }

  /** A command with the output the story gives it. */
  bash(command: string, description: string, stdout: string): ToolCall {
    return {
      name: 'Bash',
      input: { command, description },
      content: stdout,
      toolUseResult: {
        stdout,
        stderr: '',
        interrupted: false,
        isImage: false,
        ...(this.profile.envelope === 'tail' ? { noOutputExpected: false } : {}),
      },
      status: 'ok',
    }
  }

  bashFails(command: string, description: string, output: string): ToolCall {
    return failed({ name: 'Bash', input: { command, description } }, `Exit code 1\n${output}`)
  }

  /** Searches the held files, as `rg -n` would. */
  grep(pattern: string, path: string): ToolCall {
    const expression = new RegExp(pattern)
    const hits = [...this.files].flatMap(([name, text]) =>
      name.startsWith(path)
        ? text.split('\n').flatMap((line, i) => (expression.test(line) ? [`${name}:${i + 1}:${line}`] : []))
        : [],
    )
    const content = hits.length > 0 ? hits.join('\n') : 'No matches found'
    return {
      name: 'Grep',
      input: { pattern, path, output_mode: 'content', '-n': true },
      content,
      toolUseResult: { mode: 'content', numFiles: 0, filenames: [], content, numLines: hits.length },
      status: 'ok',
    }
  }

  glob(pattern: string, extension: string): ToolCall {
    const filenames = [...this.files.keys()]
      .filter((name) => name.endsWith(extension))
      .map((name) => this.full(name))
    return {
      name: 'Glob',
      input: { pattern },
      content: filenames.join('\n'),
      toolUseResult: { filenames, durationMs: 12, numFiles: filenames.length, truncated: false },
      status: 'ok',
    }
  }

  /** An edit the program refuses, because the file was not read. */
  editUnread(path: string, oldString: string, newString: string): ToolCall {
    const input = {
      replace_all: false,
      file_path: this.full(path),
      old_string: oldString,
      new_string: newString,
    }
    return failed(
      { name: 'Edit', input },
      '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
    )
  }

  private text(path: string): string {
    const text = this.files.get(path)
    if (text === undefined) throw new Error(`the story has no file ${path}`)
    return text
  }

  private put(path: string, text: string): void {
    this.files = new Map(this.files).set(path, text)
  }

  private full(path: string): string {
    return `${this.cwd}/${path}`
  }

  private numbered(lines: readonly string[], from: number): string {
    const tab = this.profile.lineNumbers === 'tab'
    return lines
      .map((line, i) => (tab ? `${from + i}\t${line}` : `${String(from + i).padStart(6)}→${line}`))
      .join('\n')
  }
}

/** A call that takes its time. */
export type TimedCall = ToolCall & { readonly seconds?: number }

export function slow(seconds: number, call: ToolCall): TimedCall {
  return { ...call, seconds }
}

export type Todo = readonly [
  content: string,
  activeForm: string,
  status: 'pending' | 'in_progress' | 'completed',
]

export function todoWrite(before: readonly Todo[], after: readonly Todo[]): ToolCall {
  const [oldTodos, newTodos] = [before, after].map((todos) =>
    todos.map(([content, activeForm, status]) => ({ content, status, activeForm })),
  )
  return {
    name: 'TodoWrite',
    input: { todos: newTodos },
    content:
      'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
    toolUseResult: { oldTodos, newTodos },
    status: 'ok',
  }
}

function failed(call: { readonly name: string; readonly input: object }, text: string): ToolCall {
  const plain = text.replace(/<\/?tool_use_error>/g, '')
  return { ...call, content: text, toolUseResult: `Error: ${plain}`, status: 'error' }
}
