import { Hono } from 'hono'
import { z } from 'zod'
import type { Device, Done, Pairing } from '../api/api.ts'
import type { AppEnv } from '../app-env.ts'
import { ApiFailure, notFound } from '../errors.ts'
import { isReachable, publicOrigin, type Reach } from '../security/reach.ts'
import type { Devices } from './devices.ts'
import { linkAddress } from './link-address.ts'
import type { OneTimeLinks } from './one-time-links.ts'

/** Devices and pairings, under `/api`. */
export function deviceRoutes(options: {
  readonly devices: Devices
  readonly links: OneTimeLinks
  readonly reach: Reach
}): Hono<AppEnv> {
  const { devices, links, reach } = options
  return new Hono<AppEnv>()
    .get('/devices', (c) => {
      const current = c.get('device').id
      const listed: Device[] = devices.list().map(({ kind: _kind, ...device }) => ({
        ...device,
        current: device.id === current,
      }))
      return c.json({ devices: listed })
    })
    .post('/pairings', async (c) => {
      const body = PAIRING.safeParse(await c.req.json().catch(() => null))
      if (!body.success) throw new ApiFailure(400, 'bad-request', 'a name and a scope are needed')
      if (!isReachable(reach))
        throw new ApiFailure(409, 'unreachable', 'other devices cannot reach this server', {
          remedy:
            'start it with --tunnel https://…, or with --host, --tls-cert and --tls-key (docs/server.md)',
        })
      const { token, expires } = links.make({ purpose: 'pair', ...body.data })
      const pairing: Pairing = { url: linkAddress(`${publicOrigin(reach)}${reach.basePath}`, token), expires }
      return c.json(pairing)
    })
    .delete('/devices/:device', (c) => {
      if (!devices.revoke(c.req.param('device'))) throw notFound()
      const done: Done = { done: true }
      return c.json(done)
    })
}

const PAIRING = z.strictObject({ name: z.string().min(1).max(80), scope: z.enum(['all', 'read']) })
