import type { Api, ApiError } from '@skein/server'

/** What a request of the API takes: the ids of its path, its query, its body. */
export type ApiRequest<K extends keyof Api> = { readonly signal?: AbortSignal } & ([PathNames<K>] extends [
  never,
]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<PathNames<K>, string | number>> }) &
  (Api[K] extends { query: infer Query }
    ? Partial<Query> extends Query
      ? { readonly query?: Query }
      : { readonly query: Query }
    : { readonly query?: undefined }) &
  (Api[K] extends { body: infer Body } ? { readonly body: Body } : { readonly body?: undefined })

export type ApiResponse<K extends keyof Api> = Api[K]['response']

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A request that was refused, or never arrived (`code: 'offline'`, status 0). */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  /** What to do about it. */
  readonly remedy: string | null

  constructor(status: number, error: ApiError['error'], cause?: unknown) {
    super(error.message, { cause })
    this.name = 'ApiFailure'
    this.status = status
    this.code = error.code
    this.remedy = error.remedy
  }
}

/**
 * Asks the server. `api('GET /api/sessions', { query: { limit: 50 } })`.
 *
 * Contract: rejects with `ApiFailure`, or with the signal's own reason when it was aborted. A 401 also tells whoever
 * listens by `onSignedOut`.
 */
export async function api<K extends keyof Api>(name: K, request: ApiRequest<K>): Promise<ApiResponse<K>> {
  const method = name.slice(0, name.indexOf(' '))
  const { params, query, body, signal } = request as LooseRequest
  const response = await fetchApi(apiUrl(name.slice(method.length + 1), params, query), {
    method,
    signal,
    headers: {
      accept: 'application/json',
      // No form and no foreign page can send this header.
      ...(method === 'GET' ? {} : { 'x-skein-csrf': '1' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  // The server holds its answers to the same type; nothing here can check it again.
  return (await response.json()) as ApiResponse<K>
}

/** `fetch` with the errors of the API; also for what is no JSON: downloads, the stream. */
export async function fetchApi(url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { credentials: 'same-origin', cache: 'no-cache', ...init })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiFailure(0, OFFLINE, cause)
  }
  if (response.ok) return response
  const failure = new ApiFailure(response.status, await refusal(response))
  if (response.status === 401) for (const listener of signedOutListeners) listener()
  throw failure
}

/** Address of a request, relative to `<base>`. Ids are encoded; nothing of them can leave its place in the path. */
export function apiUrl(
  path: string,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== false && value !== '')
      search.set(name, String(value))
  const url = new URL(filled.replace(/^\//, ''), document.baseURI)
  url.search = search.toString()
  return url.href
}

/** Told when the server no longer knows this browser. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

const signedOutListeners = new Set<() => void>()

const OFFLINE: ApiError['error'] = {
  code: 'offline',
  message: 'The server does not answer.',
  remedy: 'Is `skein` still running on this machine?',
}

type QueryValue = string | number | boolean | null | undefined

interface LooseRequest {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** A refusal that came from something between us and the server has no body of ours. */
async function refusal(response: Response): Promise<ApiError['error']> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const { error } = body
    if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error)
      return {
        code: String(error.code),
        message: String(error.message),
        remedy: 'remedy' in error && typeof error.remedy === 'string' ? error.remedy : null,
      }
  }
  return { code: `http-${response.status}`, message: `The server answered ${response.status}.`, remedy: null }
}
