/**
 * Where traces go, and how.
 *
 * Contract: the ledger knows a target by its name. `headers` and the query of `url` may hold keys: nothing but a request
 * may have them, and whatever is shown is `shownUrl`.
 */
export interface Target {
  readonly name: string
  readonly kind: 'langfuse' | 'otlp' | 'file'
  /** Where requests are sent to; the path of a `file`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly compression: 'gzip' | 'none'
  readonly timeoutMs: number
  /** Whose names spans have. */
  readonly profile: 'genai' | 'langfuse'
  readonly settings: TraceSettings
}

/** What a target is told, and of what. */
export interface TraceSettings {
  /** Whether secrets are replaced before anything leaves the process. */
  readonly redact: boolean
  /** Whether spans have what the model thought. */
  readonly thinking: boolean
  /** Of 1, the share of traces that are sent. */
  readonly sample: number
  /** Only projects that fit one of these; all where there are none. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly user: string | null
  readonly tags: readonly string[]
  readonly environment: string | null
  /** Whether spans have OpenInference's kinds as well. */
  readonly openInference: boolean
  /** Resource attributes, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>
}

export const DEFAULT_SETTINGS: TraceSettings = {
  redact: true,
  thinking: false,
  sample: 1,
  include: [],
  exclude: [],
  user: null,
  tags: [],
  environment: null,
  openInference: false,
  resource: { 'service.name': 'claude-code' },
}

/** What the OpenTelemetry specification says where nothing is. */
export const DEFAULT_TIMEOUT_MS = 10_000
export const MOST_TIMEOUT_MS = 600_000

/** The address as it may be shown: without a query, which can hold a key. */
export function shownUrl({ kind, url }: Pick<Target, 'kind' | 'url'>): string {
  if (kind === 'file') return url
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
