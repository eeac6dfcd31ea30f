import { Buffer } from 'node:buffer'
import type { EncodedSpan, WireSpan } from './wire-span.ts'

/** Who sends. */
export interface WireResource {
  /** `claude-code` unless said otherwise. */
  readonly serviceName?: string
  /** Skein's. */
  readonly version: string
  readonly environment?: string | null
  /** More of it, as `OTEL_RESOURCE_ATTRIBUTES` has it. */
  readonly attributes?: Readonly<Record<string, string>>
}

/**
 * What stands around the spans of a request. A body is `head`, the spans' JSON with a comma between each two, `tail`; so its
 * length in bytes is `bytes`, plus the spans', plus one less than there are spans.
 */
export interface WireFrame {
  readonly head: string
  readonly tail: string
  readonly bytes: number
}

/** One `ExportTraceServiceRequest` of OTLP/JSON. */
export function wireBody(spans: readonly Pick<WireSpan, 'json'>[], resource: WireResource): string {
  const { head, tail } = wireFrame(resource)
  return head + spans.map(({ json }) => json).join(',') + tail
}

/** The same in UTF-8, of spans that are: pieces that stand one behind the other. */
export function encodedBody(
  spans: readonly Pick<EncodedSpan, 'json'>[],
  { head, tail }: Pick<WireFrame, 'head' | 'tail'>,
): Uint8Array[] {
  const pieces: Uint8Array[] = [Buffer.from(head)]
  for (const [i, { json }] of spans.entries()) {
    if (i > 0) pieces.push(COMMA)
    pieces.push(json)
  }
  pieces.push(Buffer.from(tail))
  return pieces
}

const COMMA = Buffer.from(',')

export function wireFrame(sender: WireResource): WireFrame {
  const { serviceName = 'claude-code', version, environment = null, attributes = {} } = sender
  const told = {
    'service.name': serviceName,
    'telemetry.sdk.name': 'skein',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': version,
    ...(environment === null ? {} : { 'deployment.environment.name': environment }),
    ...attributes,
  }
  const resource = {
    attributes: Object.entries(told).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }
  const scope = { name: 'skein', version }
  const head = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`
  const tail = ']}]}]}'
  return { head, tail, bytes: Buffer.byteLength(head) + Buffer.byteLength(tail) }
}
