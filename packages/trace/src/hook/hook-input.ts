/** Reads the next bytes into a buffer and says how many; 0 at the end. Throws as `fs.readSync` does. */
export type ReadSome = (into: Uint8Array) => number

export interface HookInputOptions {
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => void
}

/** How long a hook waits for the rest of its input, in all: whoever starts it has all of it at hand. */
export const HOOK_PATIENCE_MS = 1000

/**
 * The JSON that Claude Code writes to a hook.
 *
 * Contract: holds no more than `KEPT` bytes; where there were more, or the rest did not come in time, the fields that come
 * first are read from the part that is there.
 */
export class HookInput {
  readonly #kept: Uint8Array[] = []
  #size = 0
  #total = 0
  #value: unknown

  /** Whether that was all: a whole object is there, or more than anybody has to say. Whoever wrote it may not close the pipe. */
  take(bytes: Uint8Array): boolean {
    this.#total += bytes.length
    if (this.#size < KEPT) {
      this.#kept.push(bytes.slice(0, KEPT - this.#size))
      this.#size = Math.min(this.#size + bytes.length, KEPT)
      if (this.#size < KEPT && lastLetter(bytes) === CLOSING_BRACE) this.#value = parsed(this.#text)
    }
    return this.#value !== undefined || this.#total >= MOST
  }

  /** What there is. `ended`: the input has, so that half of it is not all that came in time but all there will be. */
  value({ ended }: { readonly ended: boolean }): unknown {
    const whole = this.#value ?? parsed(this.#text)
    return whole ?? (this.#size === KEPT || !ended ? leadingFields(this.#text) : undefined)
  }

  get #text(): string {
    return Buffer.concat(this.#kept).toString('utf8')
  }
}

/** Reads it without the streams of Node, which take longer to load than all the rest. */
export function readHookInput(read: ReadSome, { wait }: HookInputOptions): unknown {
  const input = new HookInput()
  const chunk = new Uint8Array(64 * 1024)
  let waited = 0
  for (;;) {
    let length: number
    try {
      length = read(chunk)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'EOF') return input.value({ ended: true })
      if (code !== 'EAGAIN') throw error
      // A pipe that does not block has nothing yet.
      if (waited >= HOOK_PATIENCE_MS) return input.value({ ended: false })
      wait(WAIT_MS)
      waited += WAIT_MS
      continue
    }
    if (length === 0) return input.value({ ended: true })
    if (input.take(chunk.subarray(0, length))) return input.value({ ended: false })
  }
}

/** A message of a model is some hundred kilobytes at most. */
const KEPT = 1 << 20
const MOST = 1 << 26
const CLOSING_BRACE = 0x7d
/** What JSON may have around it is no more than this. */
const SPACE = 0x20
const WAIT_MS = 5

function lastLetter(bytes: Uint8Array): number | undefined {
  return bytes.findLast((byte) => byte > SPACE)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, or not all of it yet.
    return undefined
  }
}

/** A quote within a JSON string is escaped, so `"name":"` begins a field wherever it stands; the first one is the outer one. */
function leadingFields(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of FIELDS) {
    const match = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)
    if (match !== null) fields[name] = parsed(match[1])
  }
  return fields
}

const FIELDS = ['session_id', 'transcript_path', 'prompt_id', 'hook_event_name', 'agent_transcript_path']
