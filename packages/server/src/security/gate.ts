import { ApiFailure } from '../errors.ts'
import type { Limits } from './limits.ts'
import type { AllowList } from './reach.ts'

/** A request before anything has looked into it. */
export interface RawRequest {
  readonly method: string
  /** The request line's target as it was sent. */
  readonly target: string
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
}

export interface GateRules {
  readonly allowed: AllowList
  readonly limits: Limits
  readonly basePath: string
  readonly trustProxy: boolean
}

/**
 * What is refused before the app sees it: what is too large, what is addressed to another name (DNS rebinding), and what
 * another site's page sends. Pure, and in this order.
 */
export function refusal(request: RawRequest, rules: GateRules): ApiFailure | null {
  return (
    tooLarge(request, rules.limits) ??
    badTarget(request) ??
    foreignHost(request, rules) ??
    foreignPage(request, rules)
  )
}

function tooLarge({ target, rawHeaders }: RawRequest, limits: Limits): ApiFailure | null {
  const query = target.indexOf('?')
  const path = query < 0 ? target.length : query
  if (path > limits.path || target.length - path > limits.query)
    return new ApiFailure(414, 'too-large', 'the address is too long')
  if (rawHeaders.length / 2 > limits.headers)
    return new ApiFailure(431, 'too-large', 'there are too many headers')
  const length = Number(headersNamed(rawHeaders, 'content-length')[0] ?? 0)
  if (!(length <= limits.body)) return bodyTooLarge()
  return null
}

export function bodyTooLarge(): ApiFailure {
  return new ApiFailure(413, 'too-large', 'the body is too large')
}

/**
 * Only paths, and only such that cannot be read in two ways: no whole address (which would name a host of its own), no dots,
 * backslashes, encoded separators, zero bytes, anything encoded twice, or encoded without need: the app would take `/%61pi`
 * for `/api`, and whoever compares addresses before it would not. None of our addresses has those.
 */
function badTarget({ method, target }: RawRequest): ApiFailure | null {
  const [path = ''] = target.split('?', 1)
  if (METHODS.has(method) && path.startsWith('/') && !path.startsWith('//') && !AMBIGUOUS.test(path))
    return null
  if (!METHODS.has(method))
    return new ApiFailure(405, 'method-not-allowed', 'that method is not answered here')
  return new ApiFailure(400, 'bad-request', 'the address cannot be read')
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const AMBIGUOUS =
  /\\|#|[^\x21-\x7e]|%(?![\da-f]{2})|%(?:[01][\da-f]|7f|25|2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])|\/\.\.?(?:\/|$)/i

function foreignHost({ rawHeaders }: RawRequest, { allowed, trustProxy }: GateRules): ApiFailure | null {
  const hosts = headersNamed(rawHeaders, 'host')
  const forwarded = trustProxy ? headersNamed(rawHeaders, 'x-forwarded-host') : []
  const isOurs =
    hosts.length === 1 && [...hosts, ...forwarded].every((host) => allowed.hosts.has(host.toLowerCase()))
  return isOurs
    ? null
    : new ApiFailure(421, 'wrong-host', 'this server does not answer under that name', {
        remedy: 'name it with --tunnel if it is the address of a tunnel or a proxy',
      })
}

function foreignPage(request: RawRequest, rules: GateRules): ApiFailure | null {
  const origins = headersNamed(request.rawHeaders, 'origin')
  const sites = headersNamed(request.rawHeaders, 'sec-fetch-site')
  const isOwn = origins.every((origin) => rules.allowed.origins.has(origin)) && origins.length < 2
  const isSameOrigin = sites.every((site) => site === 'same-origin' || site === 'none')
  if (isOwn && (isSameOrigin || isLinkToPage(request, rules))) return null
  if (isDiagramScript(request, rules)) return null
  return new ApiFailure(403, 'foreign-origin', 'another site sent this request')
}

/**
 * A link on another page may open the app: its page holds no data, and what it then asks for is its own request. It may also
 * be a one-time link, which is worth nothing without its token.
 */
function isLinkToPage({ method, target, rawHeaders }: RawRequest, { basePath }: GateRules): boolean {
  const path = target.split('?', 1)[0].slice(basePath.length)
  const isData = /^\/(?:api|metrics|login|healthz)(?:\/|$)/.test(path)
  const mode = headersNamed(rawHeaders, 'sec-fetch-mode')
  const destination = headersNamed(rawHeaders, 'sec-fetch-dest')
  return method === 'GET' && !isData && mode[0] === 'navigate' && destination[0] === 'document'
}

/** The frame that draws diagrams has no origin (`null`): what it asks for looks like another site's. It is code, not data. */
function isDiagramScript({ method, target, rawHeaders }: RawRequest, { basePath }: GateRules): boolean {
  const destination = headersNamed(rawHeaders, 'sec-fetch-dest')
  return method === 'GET' && target === `${basePath}/mermaid.js` && destination[0] === 'script'
}

/** Every value that was sent under a name; Node's own table keeps the first of some and joins others. */
export function headersNamed(rawHeaders: readonly string[], name: string): string[] {
  const found: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i].toLowerCase() === name) found.push(rawHeaders[i + 1])
  return found
}
