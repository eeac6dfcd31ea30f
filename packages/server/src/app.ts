import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { Database } from '@skein/store'
import type { AppEnv } from './app-env.ts'
import { deviceRoutes } from './auth/device-routes.ts'
import type { Devices } from './auth/devices.ts'
import { Failures } from './auth/failures.ts'
import { signedInOnly, withCsrfHeader, withScope } from './auth/guards.ts'
import type { OneTimeLinks } from './auth/one-time-links.ts'
import { Password } from './auth/password.ts'
import { signInRoutes } from './auth/sign-in-routes.ts'
import { ApiFailure, internal, isApiFailure, methodNotAllowed, notFound } from './errors.ts'
import { jsonAnswers } from './http/answers.ts'
import { boundedBody } from './http/bounded-body.ts'
import { errorFields, type Logger } from './lifecycle/logger.ts'
import type { Metrics } from './lifecycle/metrics.ts'
import type { OpenRequests } from './lifecycle/open-requests.ts'
import type { Limits } from './security/limits.ts'
import type { Reach } from './security/reach.ts'
import type { AppFiles } from './static/app-files.ts'

export interface AppContext {
  readonly state: Database
  readonly log: Logger
  readonly now: () => number
}

export interface AppOptions {
  readonly reach: Reach
  readonly limits: Limits
  readonly auth: 'token' | 'password'
  readonly trustProxy: boolean
  readonly files: AppFiles
  readonly requests: OpenRequests
  readonly metrics: Metrics
  readonly devices: Devices
  readonly links: OneTimeLinks
  /** What answers below `/api`. */
  readonly api: Hono<AppEnv>
}

/**
 * Everything that is asked of the server, once the gate (`security/gate.ts`) has let it through. In this order: who asks, may
 * they, is it their own page that asks; then the routes.
 */
export function createApp(context: AppContext, options: AppOptions): Hono<AppEnv> {
  const { reach, devices, links, metrics } = options
  const { state, log, now } = context
  const client = { reach, trustProxy: options.trustProxy }
  const guard = { devices, client, requests: options.requests, auth: options.auth }

  const app = new Hono<AppEnv>({ strict: true }).basePath(reach.basePath === '' ? '/' : reach.basePath)
  app.onError((error) => failureAnswer(failureOf(error, log)))
  app.notFound((c) => failureAnswer(otherMethod(app, c.req.method, c.req.path) ?? notFound()))
  app.use(async (c, next) => {
    await next()
    const request = options.requests.of(c.env.outgoing)
    if (request !== undefined) request.route = template(routePath(c), reach.basePath)
  })
  app.use('/api/*', jsonAnswers())
  for (const path of ['/api/*', '/metrics']) app.use(path, signedInOnly(guard), withScope(reach.basePath))
  app.use(withCsrfHeader())
  app.use(boundedBody(options.limits.body))

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/metrics', (c) => c.text(metrics.text(), 200, { 'Content-Type': 'text/plain; version=0.0.4' }))
  const signIn = {
    ...guard,
    links,
    log,
    password: new Password(state),
    linkFailures: new Failures(now),
    passwordFailures: new Failures(now),
  }
  app.route('/', signInRoutes(signIn))
  app.route('/api', deviceRoutes({ devices, links, reach }))
  app.route('/api', options.api)
  app.all('/api/*', (c) => {
    throw otherMethod(app, c.req.method, c.req.path) ?? notFound()
  })
  app.get('/*', async (c) => {
    const answer = await options.files.answer(c.req.path.slice(reach.basePath.length), {
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    })
    if (answer === null) throw notFound()
    return answer
  })
  return app
}

function failureOf(error: unknown, log: Logger): ApiFailure {
  if (isApiFailure(error)) return error
  if (error instanceof HTTPException && error.status < 500)
    return new ApiFailure(error.status, 'bad-request', 'the request cannot be read')
  if (error instanceof Error && error.name === 'ZodError')
    return new ApiFailure(400, 'bad-request', 'the request is not of the expected shape')
  log.error('failed', errorFields(error))
  return internal(error)
}

function failureAnswer(failure: ApiFailure): Response {
  return Response.json(failure.toBody(), {
    status: failure.status,
    headers: {
      'Cache-Control': 'no-store',
      ...(failure.retryAfter !== null && { 'Retry-After': String(failure.retryAfter) }),
    },
  })
}

/** Whether the address answers another method than that one. */
function otherMethod(app: Hono<AppEnv>, method: string, path: string): ApiFailure | null {
  const others = ['GET', 'POST', 'PUT', 'DELETE'].filter((other) => other !== method)
  const isKnown = others.some((other) =>
    app.router
      .match(other, path)[0]
      .some(([[, route]]) => route.method === other && !route.path.endsWith('*')),
  )
  return isKnown ? methodNotAllowed() : null
}

/** Without the base path: what a counter is called must not depend on it. */
function template(path: string, basePath: string): string {
  return path.slice(basePath.length) || '/'
}
