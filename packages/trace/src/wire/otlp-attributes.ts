import { isQuoting, type Attributes, type AttributeValue, type Quoting } from '../dialects/attributes.ts'
import type { JsonStrings } from './json-strings.ts'

/** A list of `KeyValue` of OTLP in proto3's JSON mapping: 64-bit integers are strings there. No name has to be escaped. */
export function otlpAttributes({ told }: Attributes, strings: JsonStrings): string {
  let json = ''
  for (const [key, value] of told)
    json += `${json === '' ? '' : ','}{"key":"${key}","value":${anyValue(value, strings)}}`
  return `[${json}]`
}

function anyValue(value: AttributeValue | Quoting, strings: JsonStrings): string {
  if (typeof value === 'string') return `{"stringValue":${strings.once(value)}}`
  if (typeof value === 'boolean') return `{"boolValue":${value}}`
  if (typeof value === 'number') return `{"intValue":"${value}"}`
  if (isQuoting(value)) {
    const { before, quoted, after } = value
    return `{"stringValue":"${strings.around(before)}${strings.twice(quoted)}${strings.around(after)}"}`
  }
  if ('double' in value) return `{"doubleValue":${JSON.stringify(value.double)}}`
  return `{"arrayValue":{"values":[${value.map((text) => `{"stringValue":${strings.once(text)}}`).join(',')}]}}`
}
