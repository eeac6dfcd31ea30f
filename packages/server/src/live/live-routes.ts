import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { notFound } from '../errors.ts'
import { answer, DONE, type Routes } from '../routes/answer.ts'
import type { LiveHub } from './hub.ts'
import { responseSink } from './sink.ts'

/** The stream of events, and what its reader wants to be told. */
export function liveRoutes(hub: LiveHub): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get('/live', (c) => {
    const { outgoing } = c.env
    // Set one by one: the list of open requests tells streams by their type.
    outgoing.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
    outgoing.setHeader('Cache-Control', 'no-store')
    // Proxies that gather answers would hold events back.
    outgoing.setHeader('X-Accel-Buffering', 'no')
    // A head has no events behind it, and the connection is to be used again.
    if (c.req.method === 'HEAD') {
      outgoing.writeHead(200).end()
      return RESPONSE_ALREADY_SENT
    }
    outgoing.writeHead(200)
    // Small events must not wait for the acknowledgement of the ones before.
    outgoing.socket?.setNoDelay(true)
    const { id: device, scope } = c.get('device')
    const client = hub.connect({
      device,
      scope,
      sink: responseSink(outgoing),
      lastEventId: c.req.header('last-event-id'),
    })
    outgoing.once('close', () => client.close())
    return RESPONSE_ALREADY_SENT
  })
  // The routes of the table know the device and nothing else of the app.
  answer(app as unknown as Routes, 'POST /api/live/:client', async ({ params, body, device }) => {
    const client = hub.client(params.client, device.id)
    if (client === null) throw notFound()
    await hub.subscribe(client, body.subscriptions)
    return DONE
  })
  return app
}
