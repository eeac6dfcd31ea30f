import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A request as it arrived. */
export interface CapturedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** As it was before compression. */
  readonly body: string
}

/** A value of an attribute with its type in OTLP, which is part of what is compared. */
export type CapturedValue = readonly [type: string, value: unknown]

export interface CapturedSpan {
  readonly scope: string
  readonly name: string
  readonly traceId: string
  readonly kind: number
  readonly status: number
  readonly spanId: string
  readonly parentId: string | null
  readonly start: string
  readonly end: string
  readonly attributes: Readonly<Record<string, CapturedValue>>
}

/** A receiver on loopback that accepts everything and keeps it. */
export class OtlpCapture {
  readonly requests: CapturedRequest[] = []
  private readonly server: Server

  /** `onRequest` hears of a request that is kept and not answered yet, with its number from 1; false is no answer. */
  constructor(onRequest: (number: number) => boolean = () => true) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const isPacked = request.headers['content-encoding'] === 'gzip'
        this.requests.push({
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body: (isPacked ? gunzipSync(bytes) : bytes).toString('utf8'),
        })
        if (!onRequest(this.requests.length)) return
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
  }

  /** Its address, once it listens. */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    const { port } = this.server.address() as AddressInfo // It listens on a port, not on a pipe.
    return `http://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }
}

/** The spans of an `ExportTraceServiceRequest` in OTLP/JSON. */
export function spansIn(body: string): CapturedSpan[] {
  const request = JSON.parse(body) as ExportRequest // Whatever does not have this form fails the comparison.
  return request.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ scope, spans }) => spans.map((span) => ({ scope: scope.name, span })))
    .map(({ scope, span }) => ({
      scope,
      name: span.name,
      traceId: span.traceId,
      kind: span.kind,
      status: span.status?.code ?? 0,
      spanId: span.spanId,
      parentId: span.parentSpanId ?? null,
      start: span.startTimeUnixNano,
      end: span.endTimeUnixNano,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, valueOf(value)])),
    }))
}

function valueOf(value: object): CapturedValue {
  const [[type, inner]] = Object.entries(value) as [string, unknown][] // A oneof: it has one field.
  if (type !== 'arrayValue') return [type, inner]
  return [type, (inner as { values: object[] }).values.map(valueOf)] // `ArrayValue` has this field alone.
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string }
      readonly spans: readonly OtlpSpan[]
    }[]
  }[]
}

interface OtlpSpan {
  readonly name: string
  readonly traceId: string
  readonly kind: number
  readonly status?: { readonly code?: number }
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}
