import type { SessionAbout } from '../report/session-report.ts'
import { BRANCH_REASONS, activityParts, agentParts } from '../report/words.ts'
import type { ToldAgent, ToldSession } from '../session/told-session.ts'
import type { WholeTurn } from '../session/whole-session.ts'
import { bytes, counted, duration, minute, span } from '../text/figures.ts'
import { inertLine } from '../text/inert.ts'
import { shortened } from '../text/shortened.ts'
import { escapeHtml } from './escape-html.ts'
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts'
import type { ExportSubject } from './export-subject.ts'
import type { PictureOf } from './step-html.ts'
import { imageHtml, stepHtml } from './step-html.ts'

/**
 * A session as one page, piece by piece.
 *
 * Contract: the page needs nothing else and asks nobody for anything: no script, no address it loads from, its style
 * inside. A policy in its head holds it to that even if something of the transcript came through unescaped.
 */
export function* sessionHtml({ about, told, range, images }: ExportSubject): Generator<string> {
  const title = about.title === '' ? 'A session' : about.title
  yield headHtml(title)
  yield headerHtml(about, title)
  yield '<main>\n'
  for (const turn of told.session.turns({ range })) {
    const number = turn.head.index + 1
    const time = minute(turn.head.startTime)
    yield `<section id="turn-${number}"><h2><a href="#turn-${number}">${number}</a> <span>${escapeHtml(time)}</span></h2>\n`
    for (const branch of turn.branches) yield branchHtml(about, branch)
    yield* turnHtml(turn, told, images)
    yield '</section>\n'
  }
  if (about.turnCount === 0) yield '<p>No turns: nothing was said on the live path.</p>\n'
  if (told.unattached.length > 0) {
    yield '<section><h2>Sub-agents whose call is not in the transcript</h2>'
    for (const agent of told.unattached) yield* agentHtml(agent, images)
    yield '</section>\n'
  }
  yield '</main>\n<footer>Exported by Skein.</footer>\n</body>\n</html>\n'
}

function headHtml(title: string): string {
  const policy = `default-src 'none'; style-src 'sha256-${PAGE_STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
`
}

function headerHtml(about: SessionAbout, title: string): string {
  const when = span(parsed(about.firstTime), parsed(about.lastTime))
  const parts = [
    counted(about.turnCount, 'turn'),
    counted(about.entries, 'entry', 'entries'),
    bytes(about.bytes),
    ...(about.branches.length === 0 ? [] : [counted(about.branches.length, 'branch', 'branches')]),
    ...(when === '' ? [] : [when]),
  ]
  return `<header><h1>${escapeHtml(title)}</h1><p class="meta">${escapeHtml(inertLine(about.file))}</p><p class="meta">${escapeHtml(parts.join(' · '))}</p></header>\n`
}

function* turnHtml(turn: WholeTurn, { session, agentOf }: ToldSession, images: boolean): Generator<string> {
  const pictureOf: PictureOf = (image) => (images ? session.pictureAt(image) : null)
  yield promptHtml(turn, pictureOf)
  const activity = activityParts(turn).join(' · ')
  if (activity !== '') yield `<p class="activity">${escapeHtml(activity)}</p>\n`
  for (const step of turn.steps('all')) {
    yield `${stepHtml(step, pictureOf)}\n`
    const agent = step.kind === 'tool' ? agentOf(step.id) : null
    if (agent !== null) yield* agentHtml(agent, images)
  }
}

/** A sub-agent in a line, and what it did folded below it. */
function* agentHtml({ figures, told }: ToldAgent, images: boolean): Generator<string> {
  const [name, ...parts] = agentParts(figures)
  const tools = figures.toolCalls === 0 ? [] : [counted(figures.toolCalls, 'tool call')]
  const line = `◆ ${escapeHtml(name)} <span class="dim">${escapeHtml([...parts, ...tools].join(' · '))}</span>`
  const calls = new Set<string | null>()
  if (told === null) yield `<p class="agent">${line}</p>\n`
  else {
    yield `<details class="agent"><summary>${line}</summary>\n`
    for (const turn of told.session.turns()) {
      for (const id of turn.calls) calls.add(id)
      yield* turnHtml(turn, told, images)
    }
    yield '</details>\n'
  }
  for (const child of figures.agents)
    if (!calls.has(child.toolUseId)) yield* agentHtml({ figures: child, told: null }, images)
}

function branchHtml({ branches }: SessionAbout, number: number): string {
  const branch = branches[number - 1]
  const prompt = branch.prompt === null ? '' : `: “${shortened(inertLine(branch.prompt), 120)}”`
  return `<p class="mark">⎇ branch ${number}, ${escapeHtml(`${BRANCH_REASONS[branch.reason] ?? branch.reason}, ${counted(branch.entries, 'entry', 'entries')}${prompt}`)}</p>\n`
}

function promptHtml({ head: { prompt } }: WholeTurn, pictureOf: PictureOf): string {
  if (prompt === null) return '<p class="dim">before the first prompt</p>\n'
  const text = prompt.text.text.trim() === '' ? `(${prompt.kind})` : prompt.text.text.trim()
  const sign = prompt.kind === 'bash' ? '! ' : ''
  const about = [
    ...(prompt.queued ? ['typed while the turn before was running'] : []),
    ...(prompt.resumedAfterMs === null ? [] : [`after ${duration(prompt.resumedAfterMs)}`]),
  ]
  return `<div class="prompt">${escapeHtml(sign + text)}</div>${prompt.images.map((image) => imageHtml(image, pictureOf)).join('')}${about.length === 0 ? '' : `<p class="meta">${escapeHtml(about.join(' · '))}</p>`}\n`
}

function parsed(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
