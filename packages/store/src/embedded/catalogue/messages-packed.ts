import type { Value } from '../../database.ts'
import type { FileMessage } from './messages.ts'

/**
 * Messages on their way from a reading thread to the writer: flat arrays, because copying objects one by one to another
 * thread costs more than reading them from a transcript.
 */
export interface PackedMessages {
  readonly keys: readonly string[]
  /** Models, tiers and lists of tools, each once. */
  readonly names: readonly string[]
  /** `WIDTH` a message; names by their place in `names`. */
  readonly numbers: Float64Array
}

export function packMessages(messages: readonly FileMessage[]): PackedMessages {
  const names = new Map<string, number>()
  const placeOf = (name: string): number => {
    const known = names.get(name)
    if (known === undefined) names.set(name, names.size)
    return known ?? names.size - 1
  }
  const numbers = new Float64Array(messages.length * WIDTH)
  messages.forEach(({ forked, side, time, offset, model, tier, tools, tokens }, i) => {
    const at = i * WIDTH
    numbers[at] = forked ? 1 : 0
    numbers[at + 1] = time ?? Number.NaN
    numbers[at + 2] = offset
    numbers[at + 3] = placeOf(model)
    numbers[at + 4] = placeOf(tier)
    numbers[at + 5] = placeOf(tools.join('\n'))
    numbers[at + 6] = tokens.input
    numbers[at + 7] = tokens.output
    numbers[at + 8] = tokens.cacheRead
    numbers[at + 9] = tokens.cacheWrite5m
    numbers[at + 10] = tokens.cacheWrite1h
    numbers[at + 11] = tokens.webSearches
    numbers[at + 12] = tokens.webFetches
    numbers[at + 13] = side ? 1 : 0
  })
  return { keys: messages.map(({ key }) => key), names: [...names.keys()], numbers }
}

export function unpackMessages({ keys, names, numbers }: PackedMessages): FileMessage[] {
  return keys.map((key, i) => {
    const at = i * WIDTH
    const time = numbers[at + 1]
    const tools = names[numbers[at + 5]]
    return {
      key,
      forked: numbers[at] === 1,
      side: numbers[at + 13] === 1,
      time: Number.isNaN(time) ? null : time,
      offset: numbers[at + 2],
      model: names[numbers[at + 3]],
      tier: names[numbers[at + 4]],
      tools: tools === '' ? [] : tools.split('\n'),
      tokens: {
        input: numbers[at + 6],
        output: numbers[at + 7],
        cacheRead: numbers[at + 8],
        cacheWrite5m: numbers[at + 9],
        cacheWrite1h: numbers[at + 10],
        webSearches: numbers[at + 11],
        webFetches: numbers[at + 12],
      },
    }
  })
}

/** Adds the values of the message at `i` to those of others, as `valuesOf` has them. One by one: they are very many. */
export function pushValues(values: Value[], { names, numbers }: PackedMessages, i: number): void {
  const at = i * WIDTH
  const time = numbers[at + 1]
  values.push(
    numbers[at],
    numbers[at + 13],
    Number.isNaN(time) ? null : time,
    numbers[at + 2],
    names[numbers[at + 3]],
    names[numbers[at + 4]],
    names[numbers[at + 5]],
    numbers[at + 6],
    numbers[at + 7],
    numbers[at + 8],
    numbers[at + 9],
    numbers[at + 10],
    numbers[at + 11],
    numbers[at + 12],
  )
}

const WIDTH = 14
