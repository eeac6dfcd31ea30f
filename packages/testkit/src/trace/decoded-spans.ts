/** A span in plain values, whether it came as OTLP/JSON or as a decoded message: equal spans are equal objects. */
export interface PlainSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: number
  readonly start: string
  readonly end: string
  readonly status: { readonly code: number; readonly message: string }
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
  readonly scope: string
}

/** The spans of an `ExportTraceServiceRequest`. */
export function plainSpans(request: unknown): PlainSpan[] {
  const { resourceSpans } = request as Message
  return list(resourceSpans).flatMap((resourceSpan) =>
    list(resourceSpan['scopeSpans']).flatMap((scopeSpan) =>
      list(scopeSpan['spans']).map((span) => ({
        traceId: hex(span['traceId']),
        spanId: hex(span['spanId']),
        parentSpanId: hex(span['parentSpanId']),
        name: String(span['name']),
        kind: Number(span['kind']),
        start: String(span['startTimeUnixNano']),
        end: String(span['endTimeUnixNano']),
        status: statusOf(span['status']),
        attributes: attributesOf(span['attributes']),
        resource: attributesOf((resourceSpan['resource'] as Message)['attributes']),
        scope: String((scopeSpan['scope'] as Message)['name']),
      })),
    ),
  )
}

/** What JSON.parse or protobufjs gives for a message; every field is looked at by hand. */
type Message = Readonly<Record<string, unknown>>

function list(value: unknown): Message[] {
  return (value ?? []) as Message[]
}

/** Ids are hexadecimal in OTLP/JSON, and bytes in a message. */
function hex(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' ? value : ''
}

function statusOf(value: unknown): PlainSpan['status'] {
  const { code, message } = (value ?? {}) as Message
  return { code: Number(code ?? 0), message: typeof message === 'string' ? message : '' }
}

function attributesOf(value: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const { key, value: any } of list(value)) {
    // Twice the same key would be lost here, and must not be.
    if (String(key) in found) throw new Error(`the attribute ${String(key)} stands twice`)
    found[String(key)] = anyValue(any as Message)
  }
  return found
}

/** With its type, which is part of what must arrive. Big integers are text in JSON, and objects in a message. */
function anyValue(value: Message): unknown {
  const type = TYPES.find((known) => value[known] !== undefined && value[known] !== null)
  if (type === undefined) return null
  if (type === 'arrayValue')
    return { type, value: list((value[type] as Message)['values']).map((one) => anyValue(one)) }
  return { type, value: type === 'intValue' ? String(value[type]) : value[type] }
}

const TYPES = ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue'] as const
