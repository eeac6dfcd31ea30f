import { sessionInMemory } from '../src/source/session-in-memory.ts'
import type { EditSession } from '../src/source/edit-session.ts'

export const SESSION = '5e551000-0000-4000-8000-000000000001'
export const COPY = 'c0b1e500-0000-4000-8000-000000000002'

/** A uuid for a small number: the uuids of hand-made rows. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

/** The n-th second of a day. */
export function time(n: number): string {
  return new Date(Date.UTC(2026, 0, 2, 3, 0, n)).toISOString()
}

interface RowOptions {
  readonly parent?: number | null
  readonly [key: string]: unknown
}

/** A chain row; it hangs on the row before unless told otherwise. */
export function chainRow(
  n: number,
  type: string,
  { parent = n > 1 ? n - 1 : null, ...fields }: RowOptions = {},
): Record<string, unknown> {
  return {
    parentUuid: parent === null ? null : uuid(parent),
    isSidechain: false,
    type,
    ...fields,
    uuid: uuid(n),
    timestamp: time(n),
    cwd: '/home/ada/ship',
    sessionId: SESSION,
    version: '2.1.325',
  }
}

export function prompt(n: number, text: string, options: RowOptions = {}) {
  return chainRow(n, 'user', { message: { role: 'user', content: text }, ...options })
}

/** One block of an answer. */
export function answer(n: number, block: object | string, options: RowOptions & { id?: string } = {}) {
  const { id = `msg_${n}`, ...rest } = options
  const content = [typeof block === 'string' ? { type: 'text', text: block } : block]
  const usage = { input_tokens: 10, output_tokens: 5 }
  return chainRow(n, 'assistant', {
    message: { id, role: 'assistant', model: 'claude-opus-4-5', type: 'message', content, usage },
    ...rest,
  })
}

export function call(
  n: number,
  id: string,
  name: string,
  input: object,
  options: RowOptions & { id?: string } = {},
) {
  return answer(n, { type: 'tool_use', id, name, input }, options)
}

export function result(n: number, id: string, text: string, options: RowOptions = {}) {
  const content = [{ tool_use_id: id, type: 'tool_result', content: text }]
  return chainRow(n, 'user', { message: { role: 'user', content }, ...options })
}

export function lines(rows: readonly unknown[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''))
}

/** A session of hand-made rows; a string is a raw line. */
export function sessionOf(
  rows: readonly unknown[],
  agents: Readonly<Record<string, readonly unknown[]>> = {},
): EditSession {
  return sessionInMemory({
    id: SESSION,
    cwd: '/home/ada/ship',
    main: lines(rows),
    agents: Object.fromEntries(Object.entries(agents).map(([name, its]) => [name, lines(its)])),
  })
}

/** The rows of a transcript, parsed; lines that are no JSON as text. */
export function rowsOf({ main }: EditSession): unknown[] {
  const [bytes] = main.source.read([{ offset: 0, length: main.length }])
  return Buffer.from(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        return JSON.parse(line) as unknown
      } catch {
        return line
      }
    })
}
