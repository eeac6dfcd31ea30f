import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { ApiFailure } from '../errors.ts'
import { sendFailure } from '../http/send-failure.ts'
import { refusal, type GateRules } from '../security/gate.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import type { OpenRequests } from './open-requests.ts'

export interface ListenerOptions {
  readonly rules: GateRules
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly requests: OpenRequests
  readonly metrics: Metrics
  readonly log: Logger
  /** ms, only differences count. */
  readonly clock: () => number
}

/** What Node calls for every request: headers first, so that no answer goes without them, then the gate, then the app. */
export function createListener(
  app: Hono<AppEnv>,
  options: ListenerOptions,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { rules, requests, metrics, log, clock } = options
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => Response.json(UNREADABLE.toBody(), { status: UNREADABLE.status }),
  })
  return (incoming, outgoing) => {
    for (const [name, value] of options.headers) outgoing.setHeader(name, value)
    const { method = '', url: target = '', rawHeaders } = incoming
    const isStream = target.split('?', 1)[0] === `${rules.basePath}/api/live`
    const isFull = !isStream && requests.active >= rules.limits.requests
    const request = requests.add(outgoing, { started: clock(), isStream })
    outgoing.once('close', () => {
      const ms = clock() - request.started
      const status = outgoing.statusCode
      const seconds = isStream ? null : ms / 1000
      metrics.request({ method: known(method), route: request.route, status, seconds })
      log.info('request', {
        method: known(method),
        route: request.route,
        status,
        ms: Math.round(ms),
        device: request.device,
      })
    })
    const failure = refusal({ method, target, rawHeaders }, rules) ?? (isFull ? BUSY : null)
    if (failure === null) return void answer(incoming, outgoing)
    request.route = 'refused'
    sendFailure(outgoing, failure)
  }
}

/** A method that nobody knows is no label. */
function known(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(method) ? method : 'other'
}

const UNREADABLE = new ApiFailure(400, 'bad-request', 'the request cannot be read')
const BUSY = new ApiFailure(503, 'busy', 'too many requests at once', { remedy: 'try again', retryAfter: 1 })
