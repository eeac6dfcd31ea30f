import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { ApiFailure } from '../errors.ts'
import type { Logger } from '../lifecycle/logger.ts'
import { clientAddress } from '../security/client.ts'
import { notice } from '../static/notice.ts'
import { keepSecret } from './cookie.ts'
import type { Failures } from './failures.ts'
import { signedIn, type GuardOptions } from './guards.ts'
import type { LinkRequest, OneTimeLinks } from './one-time-links.ts'
import type { Password } from './password.ts'

export interface SignInOptions extends GuardOptions {
  readonly links: OneTimeLinks
  readonly password: Password
  readonly linkFailures: Failures
  readonly passwordFailures: Failures
  readonly log: Logger
}

/** How a device gets its secret: by a one-time link, or by the password. */
export function signInRoutes(options: SignInOptions): Hono<AppEnv> {
  const { client } = options
  return new Hono<AppEnv>()
    .get('/open', (c) => {
      // A browser that only looks ahead must not use the link up.
      if (c.req.header('sec-purpose') !== undefined)
        throw new ApiFailure(403, 'forbidden', 'not ahead of time')
      try {
        const link = redeemed(c, c.req.query('token') ?? '', options)
        // A browser that is signed in already stays who it is.
        const known = link.purpose === 'open' ? signedIn(c, options) : null
        if (known?.scope !== 'all') keepSecret(c, added(link, options).secret, client)
      } catch (error) {
        if (!(error instanceof ApiFailure) || !c.req.header('accept')?.includes('text/html')) throw error
        return notice(error)
      }
      return c.redirect(`${client.reach.basePath}/`, 303)
    })
    .post('/open', async (c) => {
      const { token } = TOKEN.parse(await json(c))
      const { device, secret } = added(redeemed(c, token, options), options)
      return c.json({ device, secret })
    })
    .post('/login', async (c) => {
      if (options.auth !== 'password') throw new ApiFailure(403, 'forbidden', 'this server has no password')
      const { password } = PASSWORD.parse(await json(c))
      const address = clientAddress(c.env.incoming, client)
      const { passwordFailures } = options
      const wait = passwordFailures.wait(address)
      if (wait > 0) throw tooMany(wait)
      // Counted before the answer is known: many at once are as many attempts.
      passwordFailures.add(address)
      if (!(await options.password.matches(password))) {
        options.log.warn('wrong-password', { address })
        throw new ApiFailure(401, 'wrong-password', 'the password is wrong')
      }
      passwordFailures.clear(address)
      const link = { purpose: 'open', name: 'Browser', scope: 'all' } as const
      keepSecret(c, added(link, options).secret, client)
      return c.json({ done: true })
    })
}

const TOKEN = z.strictObject({ token: z.string().max(256) })
const PASSWORD = z.strictObject({ password: z.string().min(1).max(1024) })

/**
 * A right token is taken whatever failed before: nobody guesses 256 bits, and a lock-out would let any local user keep the
 * owner out.
 */
function redeemed(c: Context<AppEnv>, token: string, options: SignInOptions): LinkRequest {
  const address = clientAddress(c.env.incoming, options.client)
  const link = options.links.redeem(token)
  if (typeof link === 'object') {
    options.linkFailures.clear(address)
    return link
  }
  const wait = options.linkFailures.wait(address)
  if (wait > 0) throw tooMany(wait)
  options.linkFailures.add(address)
  options.log.warn('link-refused', { reason: link, address })
  throw new ApiFailure(403, `link-${link}`, LINK_PROBLEMS[link], {
    remedy: 'run `skein` again for a new one, or `skein pair` for another device',
  })
}

const LINK_PROBLEMS = {
  unknown: 'this link is none of this server',
  used: 'this link was used already',
  expired: 'this link has expired',
}

function added(
  link: LinkRequest,
  { devices, log }: SignInOptions,
): ReturnType<GuardOptions['devices']['add']> {
  const { name, scope, purpose } = link
  const made = devices.add({ kind: purpose === 'pair' ? 'paired' : 'browser', name, scope })
  log.info('signed-in', { device: made.device.id, scope, purpose })
  return made
}

function tooMany(wait: number): ApiFailure {
  return new ApiFailure(429, 'too-many', 'there were too many wrong attempts', {
    remedy: 'wait a while',
    retryAfter: Math.ceil(wait / 1000),
  })
}

async function json(c: Context<AppEnv>): Promise<unknown> {
  try {
    return await c.req.json()
  } catch (error) {
    throw new ApiFailure(400, 'bad-request', 'the body is no JSON', { cause: error })
  }
}
