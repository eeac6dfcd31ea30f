import { REASON_NAMES } from '../session/branch-report.ts'
import { agentParts } from '../show/agent-lines.ts'
import type { SessionReport } from '../show/session-report.ts'
import { compactionText, imageLabel } from '../show/step-lines.ts'
import type { Step, ToolStep } from '../show/steps.ts'
import { activityText } from '../show/turn-head.ts'
import type { ToldAgent, TurnReport } from '../show/turn-report.ts'
import { bytes, counted, duration, minute, span } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import { inertMarkdown } from './inert-markdown.ts'

/** A session as Markdown, piece by piece: prompts quoted, answers as they are, tool calls folded, changes as diffs. */
export function* sessionMarkdown(report: SessionReport): Generator<string> {
  const when = span(parsed(report.firstTime), parsed(report.lastTime))
  const about = [
    code(inertLine(report.file)),
    counted(report.turnCount, 'turn'),
    counted(report.entries, 'entry', 'entries'),
    bytes(report.bytes),
    ...(when === '' ? [] : [when]),
  ]
  yield `# ${plain(report.title === '' ? 'A session' : report.title)}\n\n${about.join(' · ')}\n`
  for (const turn of report.turns) {
    const time = minute(parsed(turn.startTime))
    yield `\n## ${turn.turn}${time === '' ? '' : `. ${time}`}\n`
    for (const number of turn.branches) yield branchMarkdown(report, number)
    yield* turnMarkdown(turn)
  }
  if (report.unattachedAgents.length === 0) return
  yield '\n## Sub-agents whose call is not in the transcript\n'
  for (const agent of report.unattachedAgents) yield* agentMarkdown(agent)
}

function branchMarkdown({ branches }: SessionReport, number: number): string {
  const { reason, prompt } = branches[number - 1]
  return `\n*Branch ${number}, ${REASON_NAMES[reason] ?? reason}${prompt === null ? '' : `: ${plain(inertLine(prompt).slice(0, 200))}`}*\n`
}

function* turnMarkdown(turn: TurnReport): Generator<string> {
  if (turn.prompt !== null) {
    const text = turn.prompt.text.trim() === '' ? `(${turn.prompt.kind})` : turn.prompt.text.trim()
    yield `\n${quoted(inertMarkdown(text))}\n`
    for (const image of turn.prompt.imageList) yield `\n${plain(imageLabel(image))}\n`
  }
  const activity = activityText(turn)
  if (activity !== '') yield `\n*${plain(activity)}*\n`
  const agents = new Map(turn.agents.map((agent) => [agent.toolUseId, agent]))
  for (const step of turn.allSteps ?? []) {
    yield stepMarkdown(step)
    const agent = step.kind === 'tool' ? agents.get(step.id) : undefined
    if (agent !== undefined) yield* agentMarkdown(agent)
  }
  if (turn.output !== null && turn.output.trim() !== '') yield `\n${fenced(turn.output.trim(), '')}`
}

function stepMarkdown(step: Step): string {
  switch (step.kind) {
    case 'text':
      if (step.apiError) return `\n**API error:** ${plain(inertLine(step.text))}\n`
      return step.text.trim() === '' ? '' : `\n${inertMarkdown(step.text.trim())}\n`
    case 'thinking':
      return folded('Thinking', fenced(step.text.trim(), ''))
    case 'note':
      if (step.note === 'interruption') return '\n**Interrupted by the user**\n'
      return step.note === 'output' ? '' : folded(inHtml(inertLine(step.note)), fenced(step.text.trim(), ''))
    case 'compaction':
      return `\n---\n\n*${plain(compactionText(step))}*\n`
    case 'tool':
      return toolMarkdown(step)
    case 'entry':
      return ''
  }
}

function toolMarkdown(step: ToolStep): string {
  const { patch } = step
  const about = [
    ...(patch === null ? [] : [`+${patch.added} −${patch.removed}`]),
    ...(step.status === 'ok' ? [] : [step.status]),
    ...(step.durationMs === null || step.durationMs < 1000 ? [] : [duration(step.durationMs)]),
  ].join(', ')
  const asked = step.asked.length > MOST_ASKED ? `${step.asked.slice(0, MOST_ASKED)}…` : step.asked
  const head =
    `<strong>${inHtml(inertLine(step.name))}</strong> ${asked === '' ? '' : `<code>${inHtml(asked)}</code>`} ${about}`.trim()
  const body = [
    patch === null ? inputText(step) : fenced(patch.hunks.flatMap(({ lines }) => lines).join('\n'), 'diff'),
    patch === null && step.result !== null && step.result.trim() !== ''
      ? fenced(step.result.trimEnd(), '')
      : '',
    ...step.images.map((image) => `${plain(imageLabel(image))}\n`),
  ].filter((part) => part !== '')
  return folded(head, body.join('\n'))
}

const MOST_ASKED = 120

function inputText({ input, asked }: ToolStep): string {
  if (typeof input !== 'object' || input === null) return ''
  const fields = Object.entries(input).map(([field, value]: [string, unknown]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${inertLine(field)}: ${text}`
  })
  const text = fields.join('\n')
  return fields.length === 0 || (fields.length === 1 && text.endsWith(`: ${asked}`)) ? '' : fenced(text, '')
}

/** A sub-agent in a line, and what it did quoted below it. */
function* agentMarkdown(agent: ToldAgent): Generator<string> {
  yield `\n- ◆ ${plain(agentParts(agent).join(' · '))}\n`
  const told = new Set<string | null>()
  for (const turn of agent.turns ?? []) {
    for (const { toolUseId } of turn.agents) told.add(toolUseId)
    yield* quotedPieces(turnMarkdown(turn))
  }
  for (const child of agent.agents)
    if (!told.has(child.toolUseId))
      for (const piece of agentMarkdown(child)) yield piece.replaceAll(/^(?=.)/gm, '  ')
}

/** Pieces end with their lines. */
function* quotedPieces(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) if (piece !== '') yield `${quoted(piece.replace(/\n$/, ''))}\n`
}

/** Most viewers fold this, and all of them show what is in it. */
function folded(summary: string, body: string): string {
  if (body === '') return `\n- ${summary}\n`
  return `\n<details><summary>${summary}</summary>\n\n${body}\n</details>\n`
}

/** A code block whose fence is longer than any inside it. */
function fenced(text: string, language: string): string {
  const safe = inert(text)
  const longest = Math.max(2, ...Array.from(safe.matchAll(/`{3,}/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${safe}\n${fence}\n`
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** Text that means nothing but itself, in Markdown and in HTML. */
function plain(text: string): string {
  return entities(inert(text)).replace(/[\\`*_[\]#|~]/g, (sign) => `\\${sign}`)
}

/** The same inside a tag of ours, where some viewers read Markdown and some do not. */
function inHtml(text: string): string {
  return entities(text).replace(/[[\]`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function entities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function parsed(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
