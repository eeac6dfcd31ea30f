import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord, stringOf } from '../sidecars/read-json.ts'

/** By session: which of the files in `paste-cache/` its prompts in `history.jsonl` name. */
export async function pastesBySession(
  root: string,
  cached: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const pastes = new Map<string, Set<string>>()
  const stream = createReadStream(join(root, 'history.jsonl'))
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      // Most prompts have no paste in the cache: not worth parsing.
      if (!line.includes('"contentHash"')) continue
      const { session, names } = pastesOf(line)
      const there = names.filter((name) => cached.has(name))
      const known = pastes.get(session)
      if (known === undefined) pastes.set(session, new Set(there))
      else for (const name of there) known.add(name)
    }
  } catch {
    // No history, or none that can be read to its end: what it named so far is known.
  } finally {
    stream.destroy()
  }
  return pastes
}

function pastesOf(line: string): { session: string; names: string[] } {
  const row = parsed(line)
  const contents = isRecord(row) ? row['pastedContents'] : undefined
  if (!isRecord(row) || !isRecord(contents)) return { session: '', names: [] }
  const names = Object.values(contents).flatMap((paste) => {
    const hash = isRecord(paste) ? stringOf(paste, 'contentHash') : ''
    return /^[0-9a-zA-Z]+$/.test(hash) ? [`${hash}.txt`] : []
  })
  return { session: stringOf(row, 'sessionId'), names }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
