import { openFile, type OpenFile } from '../bytes/open-file.ts'
import { join } from 'node:path'
import { isRecord, readSmallFile, stringOf } from './read-json.ts'

/** A prompt that somebody typed, from `history.jsonl`, which outlives the transcripts. */
export interface HistoryPrompt {
  readonly text: string
  /** ms; NaN where the row has none. */
  readonly time: number
  readonly project: string
  readonly session: string
}

/** Every prompt of the history of a config root, in the order they were typed; bad lines are left out. */
export function historyPrompts(root: string): HistoryPrompt[] {
  const prompts: HistoryPrompt[] = []
  for (const line of linesOf(join(root, 'history.jsonl'))) {
    const row = parsed(line)
    if (!isRecord(row)) continue
    prompts.push({
      text: withPastes(root, row),
      time: typeof row['timestamp'] === 'number' ? row['timestamp'] : Number.NaN,
      project: stringOf(row, 'project'),
      session: stringOf(row, 'sessionId'),
    })
  }
  return prompts
}

/** Prompts whose session is neither on disk nor in the archive: all that is left of it. */
export function lostPrompts(prompts: readonly HistoryPrompt[], known: ReadonlySet<string>): HistoryPrompt[] {
  return prompts.filter(({ session }) => session !== '' && !known.has(session))
}

/** `[Pasted text #1 …]` replaced by what was pasted, from the row or from `paste-cache/`. */
function withPastes(root: string, row: Readonly<Record<string, unknown>>): string {
  const pasted = row['pastedContents']
  const display = stringOf(row, 'display')
  if (!isRecord(pasted)) return display
  return display.replaceAll(/\[Pasted text #(\d+)[^\]]*\]/g, (mark, id: string) => {
    const paste = Object.hasOwn(pasted, id) ? pasted[id] : undefined
    return isRecord(paste) ? (pastedText(root, paste) ?? mark) : mark
  })
}

function pastedText(root: string, paste: Readonly<Record<string, unknown>>): string | undefined {
  const content = stringOf(paste, 'content')
  if (content !== '') return content
  const hash = stringOf(paste, 'contentHash')
  // A name, never a path: the row is data.
  return /^[0-9a-zA-Z]+$/.test(hash) ? readSmallFile(join(root, 'paste-cache', `${hash}.txt`)) : undefined
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function* linesOf(path: string): Generator<string> {
  let file: OpenFile
  try {
    file = openFile(path)
  } catch {
    return
  }
  try {
    const decoder = new TextDecoder()
    const piece = Buffer.alloc(1 << 16)
    let rest = ''
    for (let offset = 0; ;) {
      const count = file.readInto(piece, offset)
      offset += count
      const lines = (rest + decoder.decode(piece.subarray(0, count), { stream: count > 0 })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (count === 0) break
    }
    if (rest !== '') yield rest
  } finally {
    file.close()
  }
}
