import type { Attributes, AttributeValue } from '../dialects/attributes.ts'

/** `KeyValue` of OTLP in proto3's JSON mapping: 64-bit integers are strings there. */
export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

export type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }

export function otlpAttributes({ values }: Attributes): KeyValue[] {
  return Array.from(values, ([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: AttributeValue): AnyValue {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return { intValue: String(value) }
  if ('double' in value) return { doubleValue: value.double }
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
}
