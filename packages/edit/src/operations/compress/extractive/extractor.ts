import type { LongText } from '../engine.ts'
import { TOP_WEIGHT, weightOf } from './weigh.ts'
import { splitUnits, UNIT_LENGTH, type Units } from './units.ts'

/** Stands where something was left out; a blank or a line end follows. */
export const OMITTED = '[…]'
const MARK_LENGTH = OMITTED.length + 1

/** The shortest that a text can be cut to: one unit, and a mark on either side of it. */
export const LEAST_LENGTH = UNIT_LENGTH + 2 * MARK_LENGTH

/**
 * Cuts texts down to what carries most: decisions, paths, commands, errors, numbers, beginnings and ends.
 *
 * A text is cut into units (sentences of prose, lines of everything else, pieces of very long ones). Each gets a
 * weight by itself; the heaviest are taken while they fit, of equal ones the outer before the inner. What stays, stays
 * in its own words and order.
 *
 * Contract: the result has at most `target` characters (`LEAST_LENGTH` or more), and at least `target` less
 * `LEAST_LENGTH`. Time and memory are linear in the text, whatever it is.
 */
export class Extractor {
  /** Characters weighed and units tried; tests hold the cost to it. */
  steps = 0

  shorten({ text, kind }: LongText, target: number): string {
    if (text.length <= target) return text
    const units = splitUnits(text, kind)
    const weights = new Uint8Array(units.count)
    for (let unit = 0; unit < units.count; unit++) {
      weights[unit] = weightOf(text, units, unit, kind)
      this.steps += units.starts[unit + 1] - units.starts[unit]
    }
    const chosen = this.#choose(units, weights, target)
    return joined(text, units, chosen)
  }

  /** Which units stay. First those that say something, and what lies between two of them; then, if there is room, any. */
  #choose({ starts, count }: Units, weights: Uint8Array, target: number): Uint8Array {
    const chosen = new Uint8Array(count)
    const order = byWeight(weights)
    // One gap, which is all of the text.
    let length = MARK_LENGTH
    for (const filling of [false, true]) {
      if (filling && length > target - LEAST_LENGTH) break
      for (const unit of order) {
        this.steps++
        if (chosen[unit] === 1) continue
        const before = unit > 0 && chosen[unit - 1] === 0 ? 1 : 0
        const behind = unit < count - 1 && chosen[unit + 1] === 0 ? 1 : 0
        if (weights[unit] === 0 && before + behind > 0 && !filling) continue
        const more = starts[unit + 1] - starts[unit] + (before + behind - 1) * MARK_LENGTH
        if (length + more > target) continue
        chosen[unit] = 1
        length += more
      }
    }
    return chosen
  }
}

/** Units by falling weight, of equal ones from both ends inwards. A counting sort: there are few weights. */
function byWeight(weights: Uint8Array): Uint32Array {
  const places = new Uint32Array(TOP_WEIGHT + 2)
  for (const weight of weights) places[TOP_WEIGHT - weight + 1]++
  for (let i = 1; i < places.length; i++) places[i] += places[i - 1]
  const order = new Uint32Array(weights.length)
  for (let i = 0; i < weights.length; i++) {
    const unit = i % 2 === 0 ? i / 2 : weights.length - (i + 1) / 2
    order[places[TOP_WEIGHT - weights[unit]]++] = unit
  }
  return order
}

function joined(text: string, { starts, count }: Units, chosen: Uint8Array): string {
  let short = ''
  for (let unit = 0; unit < count;) {
    let end = unit
    while (end < count && chosen[end] === chosen[unit]) end++
    if (chosen[unit] === 1) short += text.slice(starts[unit], starts[end])
    else if (end === count) short += OMITTED
    else short += OMITTED + (short === '' || short.endsWith('\n') ? '\n' : ' ')
    unit = end
  }
  return short
}
