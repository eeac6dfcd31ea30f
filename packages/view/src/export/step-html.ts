import type { Hunk } from '../diff/touch.ts'
import { resultText } from '../report/turn-summary.ts'
import { compactionText, imageLabel } from '../report/words.ts'
import type { ImageView } from '../session/session-view.ts'
import type { StepView, ToolStepView } from '../session/step-view.ts'
import { duration, oversizedNote } from '../text/figures.ts'
import { inert, inertLine } from '../text/inert.ts'
import { shortened } from '../text/shortened.ts'
import { escapeHtml } from './escape-html.ts'
import { codeHtml, markdownHtml } from './markdown-html.ts'
import { pictureAddress } from './picture-address.ts'

/** A picture's bytes in base64; null where they are not to be shown: nobody can look for secrets in one. */
export type PictureOf = (image: ImageView) => string | null

/** One step of a turn as HTML. */
export function stepHtml(step: StepView, pictureOf: PictureOf): string {
  switch (step.kind) {
    case 'text':
      if (step.apiError) return `<p class="error">${escapeHtml(step.text.text)}</p>`
      return step.text.text.trim() === '' ? '' : `<div class="text">${markdownHtml(step.text.text)}</div>`
    case 'thinking':
      return aside('Thinking', step.text.text)
    case 'note':
      if (step.note === 'interruption') return '<p class="mark">■ interrupted by the user</p>'
      return step.note === 'output' ? outputHtml(step.text.text) : aside(inertLine(step.note), step.text.text)
    case 'compaction':
      return `<p class="compaction">${escapeHtml(compactionText(step))}</p>`
    case 'tool':
      return toolHtml(step, pictureOf)
    case 'unknown':
      return aside(inertLine(step.type), step.text.text || oversizedNote(step.bytes))
  }
}

function outputHtml(text: string): string {
  return text.trim() === '' ? '' : `<pre class="dim">${escapeHtml(text.trim())}</pre>`
}

function aside(name: string, text: string): string {
  const first = shortened(inertLine(text.trim().split('\n')[0] ?? ''), 80)
  return `<details class="aside"><summary>${escapeHtml(name)}: <span class="dim">${escapeHtml(first)}</span></summary><pre>${escapeHtml(text.trim())}</pre></details>`
}

function toolHtml(step: ToolStepView, pictureOf: PictureOf): string {
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
  const asked = step.asked === '' ? '' : ` <code>${escapeHtml(shortened(inertLine(step.asked), 120))}</code>`
  const isShown = patch !== null && patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0) <= MOST_OPEN
  const body = [
    patch === null ? inputHtml(step) : diffHtml(patch.hunks),
    patch === null && resultText(step).trim() !== ''
      ? `<pre${state === 'failed' ? ' class="error"' : ''}>${escapeHtml(resultText(step).trimEnd())}</pre>`
      : '',
    ...step.images.map((image) => imageHtml(image, pictureOf)),
  ].join('')
  return `<details class="tool"${isShown ? ' open' : ''}><summary class="${state}"><strong>${escapeHtml(inertLine(step.name))}</strong>${asked} ${about.join(' ')}</summary>${body}</details>`
}

/** A change that fits a screen is shown at once. */
const MOST_OPEN = 40

function inputHtml({ name, input }: ToolStepView): string {
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

export function imageHtml(image: ImageView, pictureOf: PictureOf): string {
  const label = escapeHtml(imageLabel(image))
  const address = pictureAddress(pictureOf(image))
  return address === null ? `<p class="dim">${label}</p>` : `<img src="${address}" alt="${label}">`
}
