import { stringsIn } from './json-strings.ts'
import type { OpenFiles } from './open-files.ts'
import type { SearchedFile } from './searched-files.ts'

/** A tool call, as its `tool_use` block says it. */
export interface FoundCall {
  readonly name: string
  /** The files it names. */
  readonly paths: readonly string[]
}

/** Whether tools use the key for paths of files. */
export function isPathKey(key: string): boolean {
  return PATH_KEYS.has(key)
}

const PATH_KEYS: ReadonlySet<string> = new Set([
  'file_path',
  'path',
  'notebook_path',
  'filePath',
  'paths',
  'file',
])

/**
 * Finds the call that a tool's result answers. It nearly always stands just before it, so the bytes are
 * looked through backwards from the result, then forwards: a result can be written before its call.
 */
export class CallFinder {
  readonly #files: OpenFiles
  readonly #known = new Map<string, FoundCall | null>()
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES)

  constructor(files: OpenFiles) {
    this.#files = files
  }

  find(file: SearchedFile, toolId: string, offset: number): FoundCall | null {
    const key = `${file.id} ${toolId}`
    let call = this.#known.get(key)
    if (call === undefined) {
      call = this.#look(file, toolId, offset)
      this.#known.set(key, call)
    }
    return call
  }

  #look(file: SearchedFile, toolId: string, offset: number): FoundCall | null {
    const bytes = this.#files.get(file)
    const id = Buffer.from(JSON.stringify(toolId))
    const calls = (from: number): FoundCall | null => {
      const length = bytes.readInto(this.#window, from)
      return this.#callIn(this.#window.subarray(0, length), { id, toolId, from, file })
    }
    // Windows overlap, so that an id on an edge is whole in one of them.
    const step = WINDOW_BYTES - id.length
    for (let to = offset; to > 0; to = Math.max(0, to - step)) {
      const call = calls(Math.max(0, to - step))
      if (call !== null) return call
    }
    for (let from = offset; from < bytes.look.size; from += step) {
      const call = calls(from)
      if (call !== null) return call
    }
    return null
  }

  /** The call of that id, if it is named in the window. Its line may reach beyond. */
  #callIn(window: Buffer, { id, toolId, from, file }: Sought): FoundCall | null {
    for (let at = window.indexOf(id); at >= 0; at = window.indexOf(id, at + 1)) {
      // Of a result, the id stands behind another key.
      if (/tool_use_id"\s*:\s*$/.test(window.toString('latin1', Math.max(0, at - 30), at))) continue
      const call = callIn(this.#lineAround(file, from + at), toolId)
      if (call !== null) return call
    }
    return null
  }

  #lineAround(file: SearchedFile, place: number): string {
    const bytes = this.#files.get(file)
    for (let reach = LINE_REACH; ; reach *= 8) {
      const from = Math.max(0, place - reach)
      const window = Buffer.allocUnsafe(place + reach - from)
      const text = window.subarray(0, bytes.readInto(window, from))
      const start = text.lastIndexOf(0x0a, place - from) + 1
      const end = text.indexOf(0x0a, place - from)
      const whole = (start > 0 || from === 0) && (end >= 0 || text.length < window.length)
      if (whole || reach > MAX_REACH) return text.toString('utf8', start, end < 0 ? undefined : end)
    }
  }
}

interface Sought {
  readonly id: Buffer
  readonly toolId: string
  readonly from: number
  readonly file: SearchedFile
}

/** A call and its result are mostly neighbours; 64 KB hold two dozen rows. */
const WINDOW_BYTES = 1 << 16
const LINE_REACH = 1 << 14
const MAX_REACH = 1 << 24

function callIn(line: string, toolId: string): FoundCall | null {
  for (const block of contentOf(line)) {
    if (typeof block !== 'object' || block === null || !('id' in block) || block.id !== toolId) continue
    if ('name' in block && typeof block.name === 'string')
      return { name: block.name, paths: 'input' in block ? pathsIn(block.input) : [] }
  }
  return null
}

function pathsIn(input: unknown): string[] {
  return stringsIn(input, 'everything').flatMap(({ key, text }) => (isPathKey(key) ? [text] : []))
}

function contentOf(line: string): readonly unknown[] {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row !== 'object' || row === null) return []
    const message: unknown = 'message' in row ? row.message : null
    const nested: unknown =
      typeof message === 'object' && message !== null && 'content' in message ? message.content : null
    const content: unknown = Array.isArray(nested) ? nested : 'content' in row ? row.content : null
    return Array.isArray(content) ? content : []
  } catch {
    // A damaged line has no call that anybody could name.
    return []
  }
}
