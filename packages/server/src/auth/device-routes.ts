import { Hono } from 'hono'
import type { Device, Done, Pairing } from '../api/api.ts'
import { pairing } from '../api/schemas/changes.ts'
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
      const body = pairing.safeParse(await c.req.json().catch(() => null))
      if (!body.success) throw new ApiFailure(400, 'bad-request', 'a name and a scope are needed')
      if (!isReachable(reach))
        throw new ApiFailure(409, 'unreachable', 'other devices cannot reach this server', {
          remedy:
            'start it with --tunnel https://…, or with --host, --tls-cert and --tls-key (docs/server.md)',
        })
      const { token, expires } = links.make({ purpose: 'pair', ...body.data })
      const made: Pairing = { url: linkAddress(`${publicOrigin(reach)}${reach.basePath}`, token), expires }
      return c.json(made)
    })
    .delete('/devices/:device', (c) => {
      if (!devices.revoke(c.req.param('device'))) throw notFound()
      const done: Done = { done: true }
      return c.json(done)
    })
}
