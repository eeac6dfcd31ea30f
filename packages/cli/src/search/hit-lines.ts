import type { SearchHit, SearchResult } from '@skein/store'
import { ago } from '../terminal/ago.ts'
import { whole } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, shortenStart, wrap } from '../terminal/wrap.ts'

/** What a search found, for people: where, when, and the text around, matches highlighted. */
export function hitLines(result: SearchResult, screen: Screen): string[] {
  const { hits, titles, more, ranked } = result
  const { style } = screen
  if (hits.length === 0 && titles.length === 0) return ['Nothing found.']
  const now = Date.now()
  return [
    ...titles.map(
      ({ session, title }) =>
        `${style.cyan(inertLine(session).slice(0, 8))}  ${style.bold(shorten(inertLine(title.text), screen.width - 10))}`,
    ),
    ...(titles.length > 0 && hits.length > 0 ? [''] : []),
    ...hits.flatMap((hit) => [...headLines(hit, now, screen), ...snippetLines(hit, screen)]),
    ...(ranked === null ? [] : [style.dim(`Best first, of the newest ${whole(ranked)} hits.`)]),
    ...(more ? [style.dim('There may be more: --limit.')] : []),
  ]
}

function headLines(hit: SearchHit, now: number, { style, width }: Screen): string[] {
  const place = hit.uuid === null ? String(hit.line) : inertLine(hit.uuid).slice(0, 8)
  const what = hit.tool === null ? hit.field : `${inertLine(hit.tool)} ${hit.field}`
  const about = [
    hit.time === null ? '' : ago(hit.time, now),
    hit.agent === null ? what : `${what}, sub-agent ${inertLine(hit.agent)}`,
    hit.place === 'archive' ? 'archived' : '',
  ].filter(Boolean)
  const id = `${inertLine(hit.session).slice(0, 8)} --at ${place}`
  const folder = inertLine(hit.cwd || hit.project)
  // On a narrow screen one below the other.
  if (width < LEAST_BESIDE)
    return [style.cyan(shorten(id, width)), `  ${style.dim(said(about, folder, width - 2))}`]
  return [`${style.cyan(id)}  ${style.dim(said(about, folder, width - widthOf(id) - 2))}`]
}

const LEAST_BESIDE = 60

function said(about: readonly string[], folder: string, width: number): string {
  const text = shorten(about.join(' · '), width)
  const left = width - widthOf(text) - 3
  return left < LEAST_FOLDER ? text : `${text} · ${shortenStart(folder, left)}`
}

/** Less of a path names nothing. */
const LEAST_FOLDER = 8

function snippetLines(hit: SearchHit, { style, width }: Screen): string[] {
  const { text, matches, cutBefore, cutBehind } = hit.snippet
  // Marks stand for the ends of matches while the text is wrapped; a transcript cannot hold them: `inert` takes them out.
  let marked = ''
  let at = 0
  for (const { start, stop } of matches) {
    marked += `${inert(text.slice(at, start))}${OPEN}${inert(text.slice(start, stop))}${CLOSE}`
    at = stop
  }
  marked += inert(text.slice(at))
  const whole = `${cutBefore ? '…' : ''}${marked.replaceAll(/\s+/g, ' ')}${cutBehind ? '…' : ''}`
  let inside = false
  return wrap(whole, Math.max(16, width - 4)).map((line) => {
    const painted = line.split(MARKS).map((part, i) => {
      if (i > 0) inside = !inside
      return inside && part !== '' ? style.bold(style.yellow(part)) : part
    })
    return `    ${painted.join('')}`
  })
}

/** Two signs of no width that `inert` removes from whatever a transcript says. */
const OPEN = '\u2062'
const CLOSE = '\u2063'
const MARKS = /[\u2062\u2063]/
