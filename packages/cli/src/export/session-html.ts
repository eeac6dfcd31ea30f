import { createHash } from 'node:crypto'
import { REASON_NAMES } from '../session/branch-report.ts'
import { agentParts } from '../show/agent-lines.ts'
import type { SessionReport } from '../show/session-report.ts'
import { activityText } from '../show/turn-head.ts'
import type { ToldAgent, TurnReport } from '../show/turn-report.ts'
import { bytes, counted, duration, minute, span } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { shorten } from '../terminal/wrap.ts'
import { escapeHtml } from './escape-html.ts'
import { PAGE_STYLE } from './page-style.ts'
import { imageHtml, stepHtml } from './step-html.ts'

/**
 * A session as one page, piece by piece.
 *
 * Contract: the page needs nothing else and asks nobody for anything: no script, no address it loads from, its style
 * inside. A policy in its head holds it to that even if something of the transcript came through unescaped.
 */
export function* sessionHtml(
  report: SessionReport,
  { images }: { readonly images: boolean },
): Generator<string> {
  const title = report.title === '' ? 'A session' : report.title
  yield headHtml(title)
  yield headerHtml(report, title)
  yield '<main>\n'
  for (const turn of report.turns) {
    const time = minute(parsed(turn.startTime))
    yield `<section id="turn-${turn.turn}"><h2><a href="#turn-${turn.turn}">${turn.turn}</a> <span>${escapeHtml(time)}</span></h2>\n`
    for (const number of turn.branches) yield branchHtml(report, number)
    yield* turnHtml(turn, images)
    yield '</section>\n'
  }
  if (report.turnCount === 0) yield '<p>No turns: nothing was said on the live path.</p>\n'
  if (report.unattachedAgents.length > 0) {
    yield '<section><h2>Sub-agents whose call is not in the transcript</h2>'
    for (const agent of report.unattachedAgents) yield* agentHtml(agent, images)
    yield '</section>\n'
  }
  yield '</main>\n<footer>Exported by Skein.</footer>\n</body>\n</html>\n'
}

function headHtml(title: string): string {
  const hash = createHash('sha256').update(PAGE_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
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

function headerHtml(report: SessionReport, title: string): string {
  const when = span(parsed(report.firstTime), parsed(report.lastTime))
  const parts = [
    counted(report.turnCount, 'turn'),
    counted(report.entries, 'entry', 'entries'),
    bytes(report.bytes),
    ...(report.branches.length === 0 ? [] : [counted(report.branches.length, 'branch', 'branches')]),
    ...(when === '' ? [] : [when]),
  ]
  return `<header><h1>${escapeHtml(title)}</h1><p class="meta">${escapeHtml(inertLine(report.file))}</p><p class="meta">${escapeHtml(parts.join(' · '))}</p></header>\n`
}

function* turnHtml(turn: TurnReport, images: boolean): Generator<string> {
  yield promptHtml(turn, images)
  const activity = activityText(turn)
  if (activity !== '') yield `<p class="activity">${escapeHtml(activity)}</p>\n`
  const agents = new Map(turn.agents.map((agent) => [agent.toolUseId, agent]))
  for (const step of turn.allSteps ?? []) {
    yield `${stepHtml(step, { images })}\n`
    const agent = step.kind === 'tool' ? agents.get(step.id) : undefined
    if (agent !== undefined) yield* agentHtml(agent, images)
  }
  if (turn.output !== null && turn.output.trim() !== '')
    yield `<pre class="dim">${escapeHtml(turn.output.trim())}</pre>\n`
}

/** A sub-agent in a line, and what it did folded below it. */
function* agentHtml(agent: ToldAgent, images: boolean): Generator<string> {
  const [name, ...parts] = agentParts(agent)
  const tools = agent.toolCalls === 0 ? [] : [counted(agent.toolCalls, 'tool call')]
  const line = `◆ ${escapeHtml(name)} <span class="dim">${escapeHtml([...parts, ...tools].join(' · '))}</span>`
  const told = new Set<string | null>()
  if (agent.turns === undefined) yield `<p class="agent">${line}</p>\n`
  else {
    yield `<details class="agent"><summary>${line}</summary>\n`
    for (const turn of agent.turns) {
      for (const { toolUseId } of turn.agents) told.add(toolUseId)
      yield* turnHtml(turn, images)
    }
    yield '</details>\n'
  }
  for (const child of agent.agents) if (!told.has(child.toolUseId)) yield* agentHtml(child, images)
}

function branchHtml({ branches }: SessionReport, number: number): string {
  const branch = branches[number - 1]
  const prompt = branch.prompt === null ? '' : `: “${shorten(inertLine(branch.prompt), 120)}”`
  return `<p class="mark">⎇ branch ${number}, ${escapeHtml(`${REASON_NAMES[branch.reason] ?? branch.reason}, ${counted(branch.entries, 'entry', 'entries')}${prompt}`)}</p>\n`
}

function promptHtml({ prompt }: TurnReport, images: boolean): string {
  if (prompt === null) return '<p class="dim">before the first prompt</p>\n'
  const text = prompt.text.trim() === '' ? `(${prompt.kind})` : prompt.text.trim()
  const sign = prompt.kind === 'bash' ? '! ' : ''
  const about = [
    ...(prompt.queued ? ['typed while the turn before was running'] : []),
    ...(prompt.resumedAfterMs === null ? [] : [`after ${duration(prompt.resumedAfterMs)}`]),
  ]
  return `<div class="prompt">${escapeHtml(sign + text)}</div>${prompt.imageList.map((image) => imageHtml(image, images)).join('')}${about.length === 0 ? '' : `<p class="meta">${escapeHtml(about.join(' · '))}</p>`}\n`
}

function parsed(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
