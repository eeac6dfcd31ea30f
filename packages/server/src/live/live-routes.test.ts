import { afterAll, expect, it } from 'vitest'
import { ask, ServerKit } from '../../test/server-kit.ts'
import { LiveHub } from './hub.ts'
import { liveRoutes } from './live-routes.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

it('answers who asks for the head of the stream, and does not take them for a reader', async () => {
  const hub = new LiveHub({ topics: {}, heartbeatEvery: 0 })
  const server = await kit.start({ api: liveRoutes(hub) })
  const headers = { cookie: kit.cookie(server) }
  const { status, text, headers: got } = await ask(server, { method: 'HEAD', path: '/api/live', headers })
  expect({ status, text, type: got['content-type'], readers: hub.clientCount }).toEqual({
    status: 200,
    text: '',
    type: 'text/event-stream; charset=utf-8',
    readers: 0,
  })
})
