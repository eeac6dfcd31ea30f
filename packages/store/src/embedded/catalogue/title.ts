import { isRecord, readJson, stringOf } from '../../files/sidecars/read-json.ts'
import type { FileFacts } from '../../reader/file-facts.ts'
import type { Title } from '../../reader/session.ts'

/**
 * A human's title, then the program's, then a `summary` row that names one of the session's entries
 * (mostly from another file), then the first typed prompt.
 */
export function titleOf(
  facts: Pick<FileFacts, 'customTitle' | 'aiTitle' | 'firstPrompt'>,
  summary: string,
): Title {
  const titles = [
    { from: 'custom-title', text: facts.customTitle },
    { from: 'ai-title', text: facts.aiTitle },
    { from: 'summary', text: summary },
    { from: 'prompt', text: facts.firstPrompt },
  ] as const
  return titles.find(({ text }) => text.trim() !== '') ?? { from: 'none', text: '' }
}

/** A title that was given to a session from outside, in `<session>/custom-title.json` beside its transcript. */
export function sidecarTitle(path: string): Title | null {
  const sidecar = readJson(`${path.slice(0, -'.jsonl'.length)}/custom-title.json`)
  if (!isRecord(sidecar)) return null
  const text = stringOf(sidecar, 'customTitle') || stringOf(sidecar, 'title')
  return text.trim() === '' ? null : { from: 'custom-title', text }
}
