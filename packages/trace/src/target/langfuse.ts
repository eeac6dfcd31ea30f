import { basicAuth, httpAddress, under } from './http-address.ts'

export interface LangfuseAccess {
  readonly url: string
  readonly publicKey: string
  readonly secretKey: string
}

/** Langfuse takes OTLP under its own path; the header asks for the ingestion that needs no second pass. */
export function langfuseEndpoint({ url, publicKey, secretKey }: LangfuseAccess): {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
} | null {
  const base = httpAddress(url)
  if (base === null) return null
  const isWhole = /\/api\/public\/otel(\/v1\/traces)?\/?$/.exec(new URL(base.url).pathname)
  const path = isWhole === null ? 'api/public/otel/v1/traces' : isWhole[1] === undefined ? 'v1/traces' : ''
  return {
    url: path === '' ? base.url.replace(/\/$/, '') : under(base.url, path),
    headers: { ...basicAuth(publicKey, secretKey), 'x-langfuse-ingestion-version': '4' },
  }
}

export const LANGFUSE_CLOUD = 'https://cloud.langfuse.com'
