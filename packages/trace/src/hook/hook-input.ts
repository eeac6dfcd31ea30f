/** Reads the next bytes into a buffer and says how many; 0 at the end. Throws as `fs.readSync` does. */
export type ReadSome = (into: Uint8Array) => number

export interface HookInputOptions {
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => void
}

/**
 * The JSON that Claude Code writes to a hook, read without the streams of Node, which take longer to load than all the rest.
 *
 * Contract: holds no more than `KEPT` bytes and reads no more than `MOST`; where there were more, the fields that
 * come first are read from the part that was kept. Undefined for what is not JSON.
 */
export function readHookInput(read: ReadSome, { wait }: HookInputOptions): unknown {
  const chunk = new Uint8Array(64 * 1024)
  const kept: Uint8Array[] = []
  let [size, total, waits] = [0, 0, 0]
  while (total < MOST) {
    let length: number
    try {
      length = read(chunk)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'EOF') break
      if (code !== 'EAGAIN' || ++waits > WAITS) throw error
      // A pipe that does not block has nothing yet.
      wait(WAIT_MS)
      continue
    }
    if (length === 0) break
    total += length
    if (size === KEPT) continue
    kept.push(chunk.slice(0, Math.min(length, KEPT - size)))
    size = Math.min(size + length, KEPT)
    // Whoever wrote all of it may not close the pipe.
    if (chunk[length - 1] === CLOSING_BRACE && size < KEPT) {
      const whole = parsed(textOf(kept))
      if (whole !== undefined) return whole
    }
  }
  const text = textOf(kept)
  return parsed(text) ?? (size === KEPT ? leadingFields(text) : undefined)
}

/** A message of a model is some hundred kilobytes at most. */
const KEPT = 1 << 20
const MOST = 1 << 26
const CLOSING_BRACE = 0x7d
const WAIT_MS = 5
/** Two seconds. */
const WAITS = 400

function textOf(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks).toString('utf8')
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
