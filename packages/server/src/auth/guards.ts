import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { ApiFailure } from '../errors.ts'
import type { OpenRequests } from '../lifecycle/open-requests.ts'
import type { Client } from '../security/client.ts'
import { scopeOf } from '../api/scope-of-route.ts'
import { cookieSecret } from './cookie.ts'
import type { Devices, SignedIn } from './devices.ts'
import { allows } from './scope.ts'

export interface GuardOptions {
  readonly devices: Devices
  readonly requests: OpenRequests
  readonly client: Client
  readonly auth: 'token' | 'password'
}

/** Lets devices in that are signed in, by cookie or by `Authorization: Bearer`. */
export function signedInOnly(options: GuardOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const device = signedIn(c, options)
    if (device === null) throw notSignedIn(options.auth)
    c.set('device', device)
    const request = options.requests.of(c.env.outgoing)
    if (request !== undefined) request.device = device.id
    await next()
  }
}

/** Who asks; null where nobody is signed in. */
export function signedIn(c: Context<AppEnv>, { devices, client }: GuardOptions): SignedIn | null {
  const authorization = c.req.header('authorization')
  const secret =
    authorization === undefined
      ? cookieSecret(c, client.reach)
      : /^Bearer ([\w-]+)$/i.exec(authorization)?.[1]
  return secret === undefined ? null : devices.bySecret(secret)
}

function notSignedIn(auth: GuardOptions['auth']): ApiFailure {
  return auth === 'password'
    ? new ApiFailure(401, 'login', 'this browser is not signed in', { remedy: 'sign in with the password' })
    : new ApiFailure(401, 'unauthorized', 'this browser is not signed in', {
        remedy: 'run `skein` on the machine to open a new link, or `skein pair` for another device',
      })
}

/** A device gets no further with a request that needs a wider scope than it has. */
export function withScope(basePath: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { scope } = c.get('device')
    const needed = scopeOf(c.req.method, c.req.path.slice(basePath.length))
    if (!allows(scope, needed))
      throw scope === 'read'
        ? new ApiFailure(403, 'read-only', 'this device may only read', {
            remedy: 'pair it again without --read-only',
          })
        : new ApiFailure(403, 'forbidden', `this needs a device with the scope ${needed}`, {
            remedy: 'use one that may do everything',
          })
    await next()
  }
}

/** No form and no simple request of another page can send this header. */
export function withCsrfHeader(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!READS.has(c.req.method) && c.req.header(CSRF_HEADER) !== '1')
      throw new ApiFailure(403, 'csrf', `the header ${CSRF_HEADER} is missing`)
    await next()
  }
}

export const CSRF_HEADER = 'x-skein-csrf'
const READS = new Set(['GET', 'HEAD'])
