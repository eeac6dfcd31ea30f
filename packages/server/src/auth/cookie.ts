import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../app-env.ts'
import type { Reach } from '../security/reach.ts'
import { isSecure, type Client } from '../security/client.ts'

/** Cookies do not know ports: each server of a machine needs a name of its own. */
export function cookieName({ port }: Reach): string {
  return `skein_${port}`
}

export function cookieSecret(c: Context<AppEnv>, reach: Reach): string | undefined {
  return getCookie(c, cookieName(reach))
}

export function keepSecret(c: Context<AppEnv>, secret: string, client: Client): void {
  setCookie(c, cookieName(client.reach), secret, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(c.env.incoming, client),
    path: `${client.reach.basePath}/`,
    // The server itself forgets a browser that was away for a month.
    maxAge: 365 * 24 * 60 * 60,
  })
}
