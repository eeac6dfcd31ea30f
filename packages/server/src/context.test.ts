import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionId, Written } from '../test/history.ts'
import { TestServer } from '../test/serve.ts'
import type { Api } from './api/api.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

type Sessions = Api['GET /api/sessions']['response']
const demoRoot = fileURLToPath(new URL('../../cli/demo', import.meta.url))

it('shows the bundled sessions on a machine without any, to be looked at only', async () => {
  await server.start({ demoRoot })
  const { items } = (await server.ask<Sessions>('GET /api/sessions', '/api/sessions')).body
  expect(items.length).toBeGreaterThan(1)
  expect(items.every(({ demo, unread }) => demo && !unread)).toBe(true)
  expect((await server.ask('GET /api/me', '/api/me')).body).toMatchObject({ demo: true })
  for (const { key } of items) {
    const view = await server.ask('GET /api/sessions/:session/view', `/api/sessions/${key}/view`)
    expect(view.status).toBe(200)
    const agents = await server.ask('GET /api/sessions/:session/agents', `/api/sessions/${key}/agents`)
    expect(agents.status).toBe(200)
  }
  const files = readdirSync(demoRoot, { recursive: true })
  const edit = await server.ask('POST /api/sessions/:session/edits', `/api/sessions/${items[0].key}/edits`, {
    kind: 'clone',
    dryRun: false,
  })
  expect(edit).toMatchObject({ status: 409, body: { error: { code: 'demo' } } })
  expect(readdirSync(demoRoot, { recursive: true })).toEqual(files)
})

it('shows the machine’s own sessions where there are any', async () => {
  new Written(sessionId(1)).prompt('mine').says('yours').write(server.root, '-p')
  await server.start({ demoRoot })
  const { items } = (await server.ask<Sessions>('GET /api/sessions', '/api/sessions')).body
  expect(items.map(({ id, demo }) => [id, demo])).toEqual([[sessionId(1), false]])
})
