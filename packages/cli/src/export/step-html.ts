import type { ImageReport } from '../session/image.ts'
import { compactionText, imageLabel } from '../show/step-lines.ts'
import type { Step, ToolStep } from '../show/steps.ts'
import { duration } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import { shorten } from '../terminal/wrap.ts'
import type { Hunk } from '@skein/view'
import { escapeHtml } from './escape-html.ts'
import { codeHtml, markdownHtml } from './markdown-html.ts'

export interface StepHtmlOptions {
  /** Pictures themselves; else only what they are: nobody can look for secrets in one. */
  readonly images: boolean
}

/** One step of a turn as HTML. */
export function stepHtml(step: Step, options: StepHtmlOptions): string {
  switch (step.kind) {
    case 'text':
      if (step.apiError) return `<p class="error">${escapeHtml(step.text)}</p>`
      return step.text.trim() === '' ? '' : `<div class="text">${markdownHtml(step.text)}</div>`
    case 'thinking':
      return aside('Thinking', step.text)
    case 'note':
      if (step.note === 'interruption') return '<p class="mark">■ interrupted by the user</p>'
      return step.note === 'output' ? '' : aside(inertLine(step.note), step.text)
    case 'compaction':
      return `<p class="compaction">${escapeHtml(compactionText(step))}</p>`
    case 'tool':
      return toolHtml(step, options)
    case 'entry':
      return ''
  }
}

function aside(name: string, text: string): string {
  const first = shorten(inertLine(text.trim().split('\n')[0] ?? ''), 80)
  return `<details class="aside"><summary>${escapeHtml(name)}: <span class="dim">${escapeHtml(first)}</span></summary><pre>${escapeHtml(text.trim())}</pre></details>`
}

function toolHtml(step: ToolStep, options: StepHtmlOptions): string {
  const state =
    step.status === 'ok' ? 'ok' : step.status === 'pending' || step.status === 'orphaned' ? 'open' : 'failed'
  const { patch } = step
  const about = [
    ...(patch === null
      ? []
      : [`<span class="added">+${patch.added}</span> <span class="removed">−${patch.removed}</span>`]),
    ...(state === 'ok' ? [] : [`<span class="error">${step.status}</span>`]),
    ...(step.durationMs === null || step.durationMs < 1000
      ? []
      : [`<span class="dim">${duration(step.durationMs)}</span>`]),
  ]
  const asked = step.asked === '' ? '' : ` <code>${escapeHtml(shorten(step.asked, 120))}</code>`
  const isShown = patch !== null && patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0) <= MOST_OPEN
  const body = [
    patch === null ? inputHtml(step) : diffHtml(patch.hunks),
    patch === null && step.result !== null && step.result.trim() !== ''
      ? `<pre${state === 'failed' ? ' class="error"' : ''}>${escapeHtml(step.result.replaceAll(/<\/?tool_use_error>/g, '').trimEnd())}</pre>`
      : '',
    ...step.images.map((image) => imageHtml(image, options.images)),
  ].join('')
  return `<details class="tool"${isShown ? ' open' : ''}><summary class="${state}"><strong>${escapeHtml(inertLine(step.name))}</strong>${asked} ${about.join(' ')}</summary>${body}</details>`
}

/** A change that fits a screen is shown at once. */
const MOST_OPEN = 40

function inputHtml({ name, input }: ToolStep): string {
  if (typeof input !== 'object' || input === null) return ''
  const command = 'command' in input ? input.command : null
  if (name === 'Bash' && typeof command === 'string') return codeHtml(command, 'sh')
  const fields = Object.entries(input).map(([field, value]: [string, unknown]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${inertLine(field)}: ${inert(text)}`
  })
  return fields.length === 0 ? '' : `<pre>${escapeHtml(fields.join('\n'))}</pre>`
}

function diffHtml(hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap((hunk, i) => [
    ...(i === 0 ? [] : ['<span class="gap">⋯</span>']),
    ...hunkHtml(hunk),
  ])
  return lines.length === 0 ? '' : `<pre class="diff">${lines.join('')}</pre>`
}

function hunkHtml(hunk: Hunk): string[] {
  let [before, after] = [hunk.oldStart, hunk.newStart]
  return hunk.lines.map((line) => {
    const sign = line[0] ?? ' '
    const number = hunk.newStart === 0 || sign === '\\' ? '' : sign === '-' ? before : after
    if (sign !== '+' && sign !== '\\') before++
    if (sign !== '-' && sign !== '\\') after++
    const name = sign === '+' ? ' class="i"' : sign === '-' ? ' class="d"' : ''
    return `<span${name}><b>${number}</b>${escapeHtml(`${sign} ${line.slice(1)}`)}</span>`
  })
}

export function imageHtml(image: ImageReport, isShown: boolean): string {
  const label = escapeHtml(imageLabel(image))
  const address = isShown ? image.dataUri() : null
  return address === null ? `<p class="dim">${label}</p>` : `<img src="${address}" alt="${label}">`
}
