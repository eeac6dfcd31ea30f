import type { Weight } from '@skein/transcript'
import type { Call, CallSize, Level } from './call.ts'
import { IMAGE_GONE } from './result-text.ts'
import { add, type Part, type Survey } from './survey.ts'

/** Why a call was reduced. */
export type CallStep = 'truncated' | 'stubbed' | 'removed' | 'superseded' | 'repeated' | 'retried'
export type PartKind = 'thinking' | 'images' | 'attachments'

/**
 * What has been decided so far, and what the context would weigh with it. Decisions only grow: a call is
 * never given back what it lost.
 */
export class Decisions {
  readonly survey: Survey
  readonly weight: Weight
  /** Calls that were to be removed, and are stubbed because something needs the pair. */
  keptPairs = 0
  readonly #levels = new Map<Call, Level>()
  readonly #steps = new Map<Call, CallStep>()
  readonly #withoutImages = new Set<Call>()
  readonly #dropped: Readonly<Record<PartKind, Set<Part>>> = {
    thinking: new Set(),
    images: new Set(),
    attachments: new Set(),
  }
  readonly #solid: Map<number, number>
  readonly #thinkingOf = new Map<number, Part[]>()

  constructor(survey: Survey) {
    this.survey = survey
    this.weight = { ...survey.total }
    this.#solid = new Map(survey.solid)
    for (const part of survey.thinking) {
      const parts = this.#thinkingOf.get(part.message)
      if (parts === undefined) this.#thinkingOf.set(part.message, [part])
      else parts.push(part)
    }
  }

  levelOf(call: Call): Level {
    return this.#levels.get(call) ?? 0
  }

  stepOf(call: Call): CallStep | undefined {
    return this.#steps.get(call)
  }

  hasImages(call: Call): boolean {
    return call.all.images > 0 && !this.#withoutImages.has(call) && this.levelOf(call) < this.survey.stubLevel
  }

  isWithoutImages(call: Call): boolean {
    return this.#withoutImages.has(call) && this.levelOf(call) < this.survey.stubLevel
  }

  dropped(kind: PartKind): ReadonlySet<Part> {
    return this.#dropped[kind]
  }

  /** Reduces a call, as far as it may be; says whether that changed anything. */
  raise(call: Call, wanted: Level, step: CallStep): boolean {
    const { stubLevel, removeLevel } = this.survey
    if (call.limit === 'keep') return false
    const level = call.limit === 'stub' ? Math.min(wanted, stubLevel) : wanted
    if (level <= this.levelOf(call) || !this.#shortens(call, level)) return false
    this.#subtract(this.#weightOf(call))
    this.#levels.set(call, level)
    this.#steps.set(call, level < wanted ? 'stubbed' : step)
    if (level < wanted) this.keptPairs++
    add(this.weight, this.#weightOf(call))
    if (level === removeLevel) for (const message of call.messages) this.#hollow(message)
    return true
  }

  dropImagesOf(call: Call): boolean {
    if (call.limit === 'keep' || !this.hasImages(call)) return false
    this.#subtract(this.#weightOf(call))
    this.#withoutImages.add(call)
    add(this.weight, this.#weightOf(call))
    return true
  }

  drop(kind: PartKind, part: Part): boolean {
    const dropped = this.#dropped[kind]
    if (dropped.has(part)) return false
    dropped.add(part)
    this.#subtract(savedBy(kind, part))
    return true
  }

  /** Where a stub points at a call that has since been reduced itself, it only says that the output is gone. */
  settleNotes(): void {
    const { stubLevel } = this.survey
    for (const [call, level] of this.#levels) {
      const { again } = call
      if (again === null || level !== stubLevel || this.levelOf(again.later) < stubLevel) continue
      const before = this.#weightOf(call)
      call.again = null
      // A longer line could miss the target that was just reached.
      if (this.#weightOf(call).characters > before.characters) call.again = again
      this.#subtract(before)
      add(this.weight, this.#weightOf(call))
    }
  }

  /** What a call counts less than it did. */
  savedOn(call: Call): Weight {
    const before = sizeAt(call.counted, 0)
    const after = this.#weightOf(call)
    return { characters: before.characters - after.characters, flat: before.flat - after.flat }
  }

  /** Thinking that led to nothing any more goes too: a message of thinking alone is none. */
  #hollow(message: number): void {
    const left = (this.#solid.get(message) ?? 0) - 1
    this.#solid.set(message, left)
    if (left <= 0) for (const part of this.#thinkingOf.get(message) ?? []) this.drop('thinking', part)
  }

  #shortens(call: Call, level: Level): boolean {
    const { stubLevel } = this.survey
    if (level > stubLevel) return true
    if (level < stubLevel) return call.all.text[level] < call.all.text[0]
    const { characters, flat } = sizeAt(call.all, 0)
    return (
      flat * CHARACTERS_A_TOKEN + characters - call.all.input.characters > stubSize(call, call.all, stubLevel)
    )
  }

  #weightOf(call: Call): Weight {
    const { stubLevel, removeLevel } = this.survey
    const level = this.levelOf(call)
    const { counted } = call
    if (level === removeLevel) return { characters: 0, flat: 0 }
    if (level === stubLevel)
      return {
        characters: counted.input.characters + stubSize(call, counted, stubLevel),
        flat: counted.input.flat,
      }
    const size = sizeAt(counted, level)
    if (!this.#withoutImages.has(call)) return size
    return {
      characters: size.characters - counted.imageWeight.characters + counted.images * IMAGE_GONE.length,
      flat: size.flat - counted.imageWeight.flat,
    }
  }

  #subtract({ characters, flat }: Weight): void {
    this.weight.characters -= characters
    this.weight.flat -= flat
  }
}

const CHARACTERS_A_TOKEN = 4

/** What goes with a part; the word that takes an image's place stays. */
export function savedBy(kind: PartKind, { weight, count }: Part): Weight {
  if (kind !== 'images' || weight.flat === 0) return weight
  return { characters: weight.characters - count * IMAGE_GONE.length, flat: weight.flat }
}

function sizeAt({ input, text, imageWeight, other }: CallSize, level: Level): Weight {
  return {
    characters: input.characters + text[level] + imageWeight.characters + other.characters,
    flat: input.flat + imageWeight.flat + other.flat,
  }
}

function stubSize({ again }: Call, size: CallSize, stubLevel: Level): number {
  return again === null ? size.text[stubLevel] : size.results * again.note.length
}
