import type { Hit } from '@skein/server'

/** Hits of one session, in the order in which they came. */
export interface HitGroup {
  readonly session: string
  readonly title: string
  readonly cwd: string
  readonly hits: readonly Hit[]
}

/** Hits by session; the session of the first hit comes first. A title that is written again and again is one hit. */
export function hitGroups(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, { readonly title: string; readonly cwd: string; readonly hits: Hit[] }>()
  for (const hit of hits) {
    const group = groups.get(hit.session)
    if (group === undefined) groups.set(hit.session, { title: hit.title, cwd: hit.cwd, hits: [hit] })
    else if (!group.hits.some((one) => isSameTitle(one, hit))) group.hits.push(hit)
  }
  return [...groups].map(([session, group]) => ({ session, ...group }))
}

/** The program writes the title of a session behind every few turns. */
function isSameTitle(one: Hit, other: Hit): boolean {
  return one.field === 'title' && other.field === 'title' && one.text === other.text
}

/** Pieces of a text, those that match told apart. Ranges that overlap or leave the text do no harm. */
export function markedPieces(
  text: string,
  matches: readonly { readonly start: number; readonly end: number }[],
): { readonly text: string; readonly hit: boolean }[] {
  const pieces: { readonly text: string; readonly hit: boolean }[] = []
  let at = 0
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start)
    if (!(end > from) || from >= text.length) continue
    if (from > at) pieces.push({ text: text.slice(at, from), hit: false })
    pieces.push({ text: text.slice(from, end), hit: true })
    at = Math.min(end, text.length)
  }
  if (at < text.length) pieces.push({ text: text.slice(at), hit: false })
  return pieces
}
