import type { Environment } from '@skein/store'
import { httpAddress, under } from './http-address.ts'
import { keyValues } from './key-values.ts'
import { MOST_TIMEOUT_MS } from './target.ts'

/** What the OTEL_EXPORTER_OTLP_ variables say; what they do not say is absent. */
export interface OtlpEnvironment {
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly compression?: 'gzip' | 'none'
  readonly timeoutMs?: number
}

/** A variable that cannot be used; its value is not told, it may be a key. */
export type Complain = (line: string) => void

/**
 * By the specification of OpenTelemetry: a variable for traces comes before the one for all signals, the general endpoint
 * gets `/v1/traces` behind it, and a value that cannot be read counts as not set.
 */
export function otlpEnvironment(env: Environment, complain: Complain): OtlpEnvironment {
  const pick = (name: string): { readonly name: string; readonly value: string } | null => {
    for (const prefix of ['OTEL_EXPORTER_OTLP_TRACES_', 'OTEL_EXPORTER_OTLP_']) {
      const value = env[prefix + name]?.trim()
      if (value) return { name: prefix + name, value }
    }
    return null
  }
  const endpoint = endpointOf(pick('ENDPOINT'), complain)
  const [headers, compression, timeout] = [pick('HEADERS'), pick('COMPRESSION'), pick('TIMEOUT')]
  const found: { -readonly [key in keyof OtlpEnvironment]: OtlpEnvironment[key] } = {}
  if (endpoint !== null) found.url = endpoint.url
  const named = headers === null ? {} : keyValues(headers.value)
  if (headers !== null && named === null)
    complain(`${headers.name} is ignored: it is not like key=value,key=value`)
  if (endpoint !== null || headers !== null) found.headers = { ...endpoint?.headers, ...lowerCased(named) }
  if (compression !== null) {
    const { value } = compression
    if (value === 'gzip' || value === 'none') found.compression = value
    else complain(`${compression.name} is ignored: it is gzip or none`)
  }
  if (timeout !== null) {
    const milliseconds = /^\d+$/.test(timeout.value) ? Number(timeout.value) : 0
    if (milliseconds > 0 && milliseconds <= MOST_TIMEOUT_MS) found.timeoutMs = milliseconds
    else complain(`${timeout.name} is ignored: it is a number of milliseconds from 1 to ${MOST_TIMEOUT_MS}`)
  }
  const protocol = pick('PROTOCOL')
  // Whoever takes protobuf over HTTP takes JSON at the same address.
  if (endpoint !== null && protocol !== null && !['http/json', 'http/protobuf'].includes(protocol.value))
    complain(`${protocol.name} is not http/json: traces are sent as that, so the endpoint must take it`)
  return found
}

/** `OTEL_RESOURCE_ATTRIBUTES`, and `OTEL_SERVICE_NAME` before its `service.name`. */
export function resourceEnvironment(env: Environment, complain: Complain): Record<string, string> {
  const text = env['OTEL_RESOURCE_ATTRIBUTES'] ?? ''
  const attributes = keyValues(text)
  if (attributes === null) complain('OTEL_RESOURCE_ATTRIBUTES is ignored: it is not like key=value,key=value')
  const service = env['OTEL_SERVICE_NAME']
  return { ...attributes, ...(service ? { 'service.name': service } : {}) }
}

function endpointOf(
  found: { readonly name: string; readonly value: string } | null,
  complain: Complain,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null {
  if (found === null) return null
  const address = httpAddress(found.value)
  if (address === null) {
    complain(`${found.name} is ignored: it is no http address`)
    return null
  }
  const isForTraces = found.name === 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  return isForTraces ? address : { ...address, url: under(address.url, 'v1/traces') }
}

function lowerCased(headers: Readonly<Record<string, string>> | null): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
}
