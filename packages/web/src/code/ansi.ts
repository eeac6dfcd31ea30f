import { SEQUENCES } from '@skein/redact'
import { inert } from '@skein/view'
import Anser from 'anser'

/** A stretch of a terminal's output in one look. */
export interface AnsiSpan {
  readonly text: string
  /** Classes of `code.css`; empty for plain text. */
  readonly className: string
}

/**
 * Output of a command with its colours. Everything else that a terminal would obey is dropped; of a line that was
 * written over (`\r`) the last state stays. Colours beyond the sixteen become the nearest of these, so that both
 * themes stay readable.
 */
export function ansiSpans(text: string): AnsiSpan[] {
  const plain = text.replace(SEQUENCES, (found) => (SGR.test(found) ? found : '')).replaceAll('\r\n', '\n')
  const settled = plain.includes('\r') ? plain.replace(/^[^\n]*\r(?=[^\n\r])/gm, '') : plain
  if (!settled.includes('\u001b')) return settled === '' ? [] : [{ text: inert(settled), className: '' }]
  const spans: AnsiSpan[] = []
  for (const part of Anser.ansiToJson(settled, { json: true, remove_empty: true, use_classes: true })) {
    const className = spans.length < MOST_SPANS ? classesOf(part) : ''
    const last = spans.at(-1)
    const content = inert(part.content)
    if (content === '') continue
    if (last !== undefined && last.className === className)
      spans[spans.length - 1] = { text: last.text + content, className }
    else spans.push({ text: content, className })
  }
  return spans
}

/** The only sequence that is kept: colours and weight. */
// oxlint-disable-next-line no-control-regex
const SGR = /^\u001b\[[\d;:]*m$/
/** Past this the rest is plain: a screen of coloured noise is no reason for a page of 100,000 elements. */
const MOST_SPANS = 3000

function classesOf(part: Anser.AnserJsonEntry): string {
  const isReverse = part.decoration === 'reverse' || part.decorations.includes('reverse')
  const [front, back] = [colourOf(part.fg, part.fg_truecolor), colourOf(part.bg, part.bg_truecolor)]
  const classes = part.decorations.flatMap((name) => (KEPT.has(name) ? [`ansi-${name}`] : []))
  // The library has turned them around already, with black on white for colours that were not set.
  const [ink, paper] = isReverse ? ['paper', back === null || back === 'white' ? 'ink' : back] : [front, back]
  if (ink !== null) classes.push(`ansi-fg-${ink}`)
  if (paper !== null) classes.push(`ansi-bg-${paper}`)
  return classes.join(' ')
}

const KEPT: ReadonlySet<string> = new Set(['bold', 'dim', 'italic', 'underline', 'strikethrough'])

function colourOf(name: string | null, trueColour: string | null): string | null {
  if (name === null || name === undefined) return null
  if (name === 'ansi-truecolor') return nearest((trueColour ?? '').split(',').map(Number))
  const palette = /^ansi-palette-(\d{1,3})$/.exec(name)
  if (palette !== null) return nearest(paletteColour(Number(palette[1])))
  const plain = /^ansi-(bright-)?([a-z]+)$/.exec(name)
  return plain === null || !NAMES.includes(plain[2]) ? null : plain[2]
}

/** The cube of 6 × 6 × 6 and the greys of the 256 colours. */
function paletteColour(at: number): number[] {
  if (at < 16) return COLOURS[at % 8]
  if (at >= 232) return Array.from({ length: 3 }, () => 8 + (at - 232) * 10)
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40)
  const cube = at - 16
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]
}

function nearest([red, green, blue]: readonly number[]): string | null {
  if (![red, green, blue].every(Number.isFinite)) return null
  const distances = COLOURS.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2)
  return NAMES[distances.indexOf(Math.min(...distances))]
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const COLOURS = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
]
