import { isQuoting, type Attributes, type AttributeValue, type Quoting } from '../dialects/attributes.ts'
import { inside, type JsonStrings } from './json-strings.ts'

/** A list of `KeyValue` of OTLP in proto3's JSON mapping: 64-bit integers are strings there. */
export function otlpAttributes({ told }: Attributes, strings: JsonStrings): string {
  let json = ''
  for (const [key, value] of told)
    json += `${json === '' ? '' : ','}{"key":${JSON.stringify(key)},"value":${anyValue(value, strings)}}`
  return `[${json}]`
}

function anyValue(value: AttributeValue | Quoting, strings: JsonStrings): string {
  if (typeof value === 'string') return `{"stringValue":${strings.once(value)}}`
  if (typeof value === 'boolean') return `{"boolValue":${value}}`
  if (typeof value === 'number') return `{"intValue":"${value}"}`
  if (isQuoting(value)) {
    const { before, quoted, after } = value
    return `{"stringValue":"${inside(before)}${strings.twice(quoted)}${inside(after)}"}`
  }
  if ('double' in value) return `{"doubleValue":${JSON.stringify(value.double)}}`
  return `{"arrayValue":{"values":[${value.map((text) => `{"stringValue":${strings.once(text)}}`).join(',')}]}}`
}
