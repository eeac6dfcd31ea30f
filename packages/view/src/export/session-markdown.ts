import { BRANCH_REASONS, activityParts, agentParts, compactionText, imageLabel } from '../report/words.ts'
import type { SessionAbout } from '../report/session-report.ts'
import type { StepView, ToolStepView } from '../session/step-view.ts'
import type { ToldAgent, ToldSession } from '../session/told-session.ts'
import type { WholeTurn } from '../session/whole-session.ts'
import { bytes, counted, duration, minute, oversizedNote, span } from '../text/figures.ts'
import { inert, inertLine } from '../text/inert.ts'
import type { ExportSubject } from './export-subject.ts'
import { inertMarkdown } from './inert-markdown.ts'

/** A session as Markdown, piece by piece: prompts quoted, answers as they are, tool calls folded, changes as diffs. */
export function* sessionMarkdown({ about, told, range }: ExportSubject): Generator<string> {
  const when = span(parsed(about.firstTime), parsed(about.lastTime))
  const parts = [
    code(inertLine(about.file)),
    counted(about.turnCount, 'turn'),
    counted(about.entries, 'entry', 'entries'),
    bytes(about.bytes),
    ...(when === '' ? [] : [when]),
  ]
  yield `# ${plain(about.title === '' ? 'A session' : about.title)}\n\n${parts.join(' · ')}\n`
  for (const turn of told.session.turns({ range })) {
    const time = minute(turn.head.startTime)
    yield `\n## ${turn.head.index + 1}${time === '' ? '' : `. ${time}`}\n`
    for (const number of turn.branches) yield branchMarkdown(about, number)
    yield* turnMarkdown(turn, told)
  }
  if (told.unattached.length === 0) return
  yield '\n## Sub-agents whose call is not in the transcript\n'
  for (const agent of told.unattached) yield* agentMarkdown(agent)
}

function branchMarkdown({ branches }: SessionAbout, number: number): string {
  const { reason, prompt } = branches[number - 1]
  return `\n*Branch ${number}, ${BRANCH_REASONS[reason] ?? reason}${prompt === null ? '' : `: ${plain(inertLine(prompt).slice(0, 200))}`}*\n`
}

function* turnMarkdown(turn: WholeTurn, { agentOf }: ToldSession): Generator<string> {
  const { prompt } = turn.head
  if (prompt !== null) {
    const text = prompt.text.text.trim() === '' ? `(${prompt.kind})` : prompt.text.text.trim()
    yield `\n${quoted(inertMarkdown(text))}\n`
    for (const image of prompt.images) yield `\n${plain(imageLabel(image))}\n`
  }
  const activity = activityParts(turn).join(' · ')
  if (activity !== '') yield `\n*${plain(activity)}*\n`
  for (const step of turn.steps('all')) {
    yield stepMarkdown(step)
    const agent = step.kind === 'tool' ? agentOf(step.id) : null
    if (agent !== null) yield* agentMarkdown(agent)
  }
}

function stepMarkdown(step: StepView): string {
  switch (step.kind) {
    case 'text':
      if (step.apiError) return `\n**API error:** ${plain(inertLine(step.text.text))}\n`
      return step.text.text.trim() === '' ? '' : `\n${inertMarkdown(step.text.text.trim())}\n`
    case 'thinking':
      return folded('Thinking', fenced(step.text.text.trim(), ''))
    case 'note': {
      const text = step.text.text.trim()
      if (step.note === 'interruption') return '\n**Interrupted by the user**\n'
      if (step.note === 'output') return text === '' ? '' : `\n${fenced(text, '')}`
      return folded(inHtml(inertLine(step.note)), fenced(text, ''))
    }
    case 'compaction':
      return `\n---\n\n*${plain(compactionText(step))}*\n`
    case 'tool':
      return toolMarkdown(step)
    case 'unknown':
      return folded(inHtml(inertLine(step.type)), fenced(step.text.text || oversizedNote(step.bytes), ''))
  }
}

function toolMarkdown(step: ToolStepView): string {
  const { patch } = step
  const about = [
    ...(patch === null ? [] : [`+${patch.added} −${patch.removed}`]),
    ...(step.status === 'ok' ? [] : [step.status]),
    ...(step.durationMs === null || step.durationMs < 1000 ? [] : [duration(step.durationMs)]),
  ].join(', ')
  const line = inertLine(step.asked)
  const asked = line.length > MOST_ASKED ? `${line.slice(0, MOST_ASKED)}…` : line
  const head =
    `<strong>${inHtml(inertLine(step.name))}</strong> ${asked === '' ? '' : `<code>${inHtml(asked)}</code>`} ${about}`.trim()
  const result = step.result?.text ?? ''
  const body = [
    patch === null ? inputText(step) : fenced(patch.hunks.flatMap(({ lines }) => lines).join('\n'), 'diff'),
    patch === null && result.trim() !== '' ? fenced(result.trimEnd(), '') : '',
    ...step.images.map((image) => `${plain(imageLabel(image))}\n`),
  ].filter((part) => part !== '')
  return folded(head, body.join('\n'))
}

const MOST_ASKED = 120

function inputText({ input, asked }: ToolStepView): string {
  if (typeof input !== 'object' || input === null) return ''
  const fields = Object.entries(input).map(([field, value]: [string, unknown]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${inertLine(field)}: ${text}`
  })
  const text = fields.join('\n')
  return fields.length === 0 || (fields.length === 1 && text.endsWith(`: ${inertLine(asked)}`))
    ? ''
    : fenced(text, '')
}

/** A sub-agent in a line, and what it did quoted below it. */
function* agentMarkdown({ figures, told }: ToldAgent): Generator<string> {
  yield `\n- ◆ ${plain(agentParts(figures).join(' · '))}\n`
  const calls = new Set<string | null>()
  for (const turn of told?.session.turns() ?? []) {
    for (const id of turn.calls) calls.add(id)
    if (told !== null) yield* quotedPieces(turnMarkdown(turn, told))
  }
  for (const child of figures.agents)
    if (!calls.has(child.toolUseId))
      for (const piece of agentMarkdown({ figures: child, told: null }))
        yield piece.replaceAll(/^(?=.)/gm, '  ')
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
