import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Tokens by class, and what they cost. */
export interface SpanSum {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly nanoDollars: number
}

/** What all spans of a file of OTLP JSON lines add up to. */
export async function sumOfSpans(file: string): Promise<SpanSum> {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, nanoDollars: 0 }
  for await (const line of createInterface({ input: createReadStream(file) }))
    for (const { key, value } of attributesIn(line)) {
      if (key === 'skein.cost.nano_usd') sum.nanoDollars += Number(value.intValue)
      if (key !== 'langfuse.observation.usage_details') continue
      const usage = JSON.parse(value.stringValue ?? '{}') as Record<string, number>
      sum.input += usage['input']
      sum.output += usage['output']
      sum.cacheRead += usage['cache_read_input_tokens']
      sum.cacheWrite5m += usage['input_cache_creation_5m']
      sum.cacheWrite1h += usage['input_cache_creation_1h']
    }
  return sum
}

export function addedUp({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: SpanSum): number {
  return input + output + cacheRead + cacheWrite5m + cacheWrite1h
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: string }
}

function attributesIn(line: string): Attribute[] {
  const body = JSON.parse(line) as {
    resourceSpans: { scopeSpans: { spans: { attributes: Attribute[] }[] }[] }[]
  }
  return body.resourceSpans[0].scopeSpans[0].spans.flatMap(({ attributes }) => attributes)
}
