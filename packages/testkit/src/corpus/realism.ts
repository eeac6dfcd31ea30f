import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REAL_FIGURES } from './realism-figures.ts'

/**
 * Whether a generated corpus looks like real transcripts to a program that reads it: how long lines are, which row
 * types the bytes are in, and how much of them is text a person would search.
 */
export interface RealismFigures {
  readonly lineMean: number
  readonly lineP50: number
  readonly lineP90: number
  readonly lineP99: number
  /** Share of all bytes by row type; types with little stand under `other`. */
  readonly shareUser: number
  readonly shareAssistant: number
  readonly shareProgress: number
  readonly shareAttachment: number
  readonly shareSystem: number
  readonly shareSnapshot: number
  readonly shareOther: number
  /** Decoded text against all bytes: prompts, answers and thinking; tool inputs; what the model got back. */
  readonly textWords: number
  readonly textInputs: number
  readonly textResults: number
  readonly textAll: number
}

export interface RealismRow {
  readonly figure: string
  readonly real: number
  readonly generated: number
  readonly ratio: number
  readonly ok: boolean
}

/** How far a figure may stand from the real one, either way. */
export const REALISM_FACTOR = 1.5

export function compareRealism(measured: RealismFigures, real: RealismFigures = REAL_FIGURES): RealismRow[] {
  return (Object.keys(real) as (keyof RealismFigures)[]).map((figure) => {
    const ratio = measured[figure] / real[figure]
    return {
      figure,
      real: real[figure],
      generated: measured[figure],
      ratio,
      ok: ratio <= REALISM_FACTOR && ratio >= 1 / REALISM_FACTOR,
    }
  })
}

/** Reads every `.jsonl` below a folder, line by line. */
export async function measureFolder(folder: string): Promise<RealismFigures> {
  const tally = new Tally()
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((one) => one.endsWith('.jsonl')).sort()) {
    await eachLine(join(folder, name), (line) => tally.add(line))
  }
  return tally.figures()
}

const TYPE_FIGURES: Record<string, keyof RealismFigures> = {
  user: 'shareUser',
  assistant: 'shareAssistant',
  progress: 'shareProgress',
  attachment: 'shareAttachment',
  system: 'shareSystem',
  'file-history-snapshot': 'shareSnapshot',
}

class Tally {
  private readonly lengths: number[] = []
  private total = 0
  private readonly byType = new Map<keyof RealismFigures, number>()
  private words = 0
  private inputs = 0
  private results = 0

  add(line: Buffer): void {
    if (line.length === 0) return
    const size = line.length + 1
    this.lengths.push(size)
    this.total += size
    const row = parsed(line)
    const figure = TYPE_FIGURES[typeof row['type'] === 'string' ? row['type'] : ''] ?? 'shareOther'
    this.byType.set(figure, (this.byType.get(figure) ?? 0) + size)
    const message = row['message']
    if (isObject(message)) this.addContent(message['content'])
  }

  figures(): RealismFigures {
    const { total, words, inputs, results } = this
    const lengths = Float64Array.from(this.lengths).sort()
    const at = (p: number) => lengths[Math.floor(p * (lengths.length - 1))]
    const share = (figure: keyof RealismFigures) => (this.byType.get(figure) ?? 0) / total
    return {
      lineMean: total / lengths.length,
      lineP50: at(0.5),
      lineP90: at(0.9),
      lineP99: at(0.99),
      shareUser: share('shareUser'),
      shareAssistant: share('shareAssistant'),
      shareProgress: share('shareProgress'),
      shareAttachment: share('shareAttachment'),
      shareSystem: share('shareSystem'),
      shareSnapshot: share('shareSnapshot'),
      shareOther: share('shareOther'),
      textWords: words / total,
      textInputs: inputs / total,
      textResults: results / total,
      textAll: (words + inputs + results) / total,
    }
  }

  private addContent(content: unknown): void {
    if (typeof content === 'string') this.words += Buffer.byteLength(content)
    if (!Array.isArray(content)) return
    for (const block of content) {
      if (!isObject(block)) continue
      this.words += textBytes(block['text']) + textBytes(block['thinking'])
      if (block['type'] === 'tool_use') this.inputs += inputBytes(block['input'])
      if (block['type'] === 'tool_result') this.results += resultBytes(block['content'])
    }
  }
}

function resultBytes(content: unknown): number {
  if (!Array.isArray(content)) return textBytes(content)
  return content.reduce((sum: number, part) => sum + (isObject(part) ? textBytes(part['text']) : 0), 0)
}

/** All strings inside a tool's input. */
function inputBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + inputBytes(item), 0)
  return isObject(value) ? Object.values(value).reduce((sum: number, item) => sum + inputBytes(item), 0) : 0
}

function textBytes(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 0
}

/** A line that is not an object counts its bytes under no type. */
function parsed(line: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.toString())
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

async function eachLine(path: string, use: (line: Buffer) => void): Promise<void> {
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer // no encoding was set, so chunks are buffers
    let from = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      rest.push(bytes.subarray(from, end))
      use(rest.length === 1 ? rest[0] : Buffer.concat(rest))
      rest = []
      from = end + 1
    }
    if (from < bytes.length) rest.push(bytes.subarray(from))
  }
  if (rest.length > 0) use(Buffer.concat(rest))
}
