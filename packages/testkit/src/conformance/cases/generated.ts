import {
  assistant,
  attachment,
  boundary,
  bytes,
  call,
  callBlock,
  chain,
  lastPrompt,
  result,
  say,
  summary,
  system,
  textBlock,
  think,
  user,
  type RowSpec,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

/**
 * Seeded random graphs: each mixes turns, tools, branches and damage, so that rules meet which no hand-written
 * case brings together. The same seed always gives the same bytes.
 */
export function generatedCases(): WrittenCase[] {
  return [
    ...seeds('branches', { rewind: 0.35 }),
    ...seeds('branches-marked', { rewind: 0.35, marker: 0.25 }),
    ...seeds('parallel', { parallel: 0.6, rewind: 0.1 }),
    ...seeds('parallel-branches', { parallel: 0.4, rewind: 0.35 }),
    ...seeds('orphans', { parallel: 0.3, orphan: 0.35, rewind: 0.1 }),
    ...seeds('carriers', { carrier: 0.5, rewind: 0.1 }),
    ...seeds('compacted', { compact: 0.3, parallel: 0.2, rewind: 0.1 }),
    ...seeds('damaged', { damage: 0.2, rewind: 0.15, parallel: 0.2 }),
    ...seeds('everything', {
      damage: 0.08,
      rewind: 0.2,
      parallel: 0.3,
      orphan: 0.12,
      carrier: 0.2,
      compact: 0.08,
      marker: 0.1,
    }),
  ]
}

interface Mix {
  rewind?: number
  marker?: number
  parallel?: number
  orphan?: number
  carrier?: number
  compact?: number
  damage?: number
}

const seedsPerMix = 10

function seeds(name: string, mix: Mix): WrittenCase[] {
  return Array.from({ length: seedsPerMix }, (_, seed) =>
    writtenCase(
      `${name}-${seed}`,
      `§4: generated mix ${name}, seed ${seed}`,
      new Growth(`${name}/${seed}`, mix).rows(),
    ),
  )
}

/** Grows one transcript turn by turn. */
class Growth {
  readonly #random: () => number
  readonly #mix: Mix
  readonly #rows: RowSpec[] = []
  readonly #labels: string[] = []
  #count = 0
  #tip: string | null = null

  constructor(seed: string, mix: Mix) {
    this.#random = randomOf(seed)
    this.#mix = mix
  }

  rows(): RowSpec[] {
    const turns = 4 + Math.floor(this.#random() * 6)
    for (let turn = 0; turn < turns; turn += 1) this.#turn()
    return this.#rows
  }

  #turn(): void {
    if (this.#chance(this.#mix.compact) && this.#tip !== null) this.#compact(this.#tip)
    if (this.#chance(this.#mix.rewind) && this.#labels.length > 0) this.#tip = this.#pick(this.#labels)
    this.#add((label, parent) => user(label, `p${label}`, { parent }))
    if (this.#chance(this.#mix.carrier)) this.#carrier()
    if (this.#chance(this.#mix.parallel)) this.#parallelRound()
    else if (this.#random() < 0.3) this.#toolRound()
    if (this.#random() < 0.85) this.#add((label, parent) => say(label, `s${label}`, { parent }))
    if (this.#chance(this.#mix.marker)) this.#rows.push(this.#marker())
  }

  #toolRound(): void {
    const tool = `t${this.#count}`
    this.#add((label, parent) =>
      this.#random() < 0.3
        ? assistant(label, [textBlock(`x${label}`), callBlock(tool)], { parent })
        : call(label, tool, { parent }),
    )
    if (this.#chance(this.#mix.orphan)) return
    this.#add((label, parent) => result(label, tool, { parent }))
  }

  #parallelRound(): void {
    const mid = `m${this.#count}`
    const tools = Array.from({ length: 2 + Math.floor(this.#random() * 3) }, (_, n) => `t${this.#count}_${n}`)
    if (this.#random() < 0.3) this.#add((label, parent) => think(label, `h${label}`, { parent, mid }))
    const callers = tools.map((tool) => this.#add((label, parent) => call(label, tool, { parent, mid })))
    const answered = tools
      .map((tool, n) => ({ tool, caller: callers[n] }))
      .filter(() => !this.#chance(this.#mix.orphan))
    if (this.#random() < 0.3) answered.reverse()
    for (const { tool, caller } of answered) this.#add((label) => result(label, tool, { parent: caller }))
  }

  #carrier(): void {
    const kind = Math.floor(this.#random() * 4)
    this.#add((label, parent) => {
      if (kind === 0) return system(label, 'turn_duration', { parent })
      if (kind === 1) return chain(label, { type: 'progress', data: { type: 'hook_progress' } }, { parent })
      if (kind === 2) return attachment(label, { type: 'command_permissions', allowedTools: [] }, { parent })
      return user(label, `meta${label}`, { parent, isMeta: true })
    })
  }

  #compact(last: string): void {
    const label = this.#next()
    this.#rows.push(boundary(label, last))
    this.#tip = label
    this.#add((next, parent) => summary(next, `sum${next}`, { parent }))
  }

  #marker(): RowSpec {
    return lastPrompt(this.#pick(this.#labels), this.#random() < 0.3 ? { explicit: true } : {})
  }

  /** Adds a row on the tip, or the damaged trace of one, and moves the tip. */
  #add(make: (label: string, parent: string | null) => RowSpec): string {
    const label = this.#next()
    const row = make(label, this.#tip)
    if (this.#chance(this.#mix.damage)) this.#damage(row)
    else this.#rows.push(row)
    this.#labels.push(label)
    this.#tip = label
    return label
  }

  #damage(row: RowSpec): void {
    const kind = Math.floor(this.#random() * 5)
    if (kind === 0) this.#rows.push(bytes('{"type":"user","torn":\n'))
    else if (kind === 1) this.#rows.push(bytes('\0\0\0\0\n'), row)
    else if (kind === 2) this.#rows.push(row, row)
    else if (kind === 3) this.#rows.push(bytes('\n'))
    else if (row.kind === 'chain') this.#rows.push({ ...row, options: { ...row.options, parent: 'gone' } })
  }

  #next(): string {
    this.#count += 1
    return `n${this.#count}`
  }

  #chance(share = 0): boolean {
    return this.#random() < share
  }

  #pick<T>(items: T[]): T {
    return items[Math.floor(this.#random() * items.length)]
  }
}

/** mulberry32 over an FNV-1a hash of the seed's text. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5
  for (const unit of seed) state = Math.imul(state ^ unit.charCodeAt(0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
