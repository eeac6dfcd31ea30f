import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import { openNewest } from './open-newest.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

it('opens the sessions that were worked in last, as if somebody had asked for them', async () => {
  for (const id of [1, 2]) new Written(sessionId(id)).prompt('go').says('done').write(server.root, '-p')
  await server.start()
  const { context } = server
  await openNewest(context, new AbortController().signal)
  expect(context.sessions.size).toBe(2)
  expect(context.sessions.asked).toBe(0)
})

it('leaves it where somebody asked already, or the server ends', async () => {
  new Written(sessionId(1)).prompt('go').says('done').write(server.root, '-p')
  new Written(sessionId(2)).prompt('go').says('done').write(server.root, '-p')
  await server.start()
  const { context } = server
  await openNewest(context, AbortSignal.abort())
  expect(context.sessions.size).toBe(0)
  await server.ask('GET /api/sessions/:session/view', `/api/sessions/${sessionId(1)}/view`)
  await openNewest(context, new AbortController().signal)
  expect(context.sessions.size).toBe(1)
})
