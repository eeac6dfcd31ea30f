import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

const ID = sessionId(1)
const SECRET = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')

it.each([
  ['html', 'text/html'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
])('gives a whole session as %s, as a download without secrets and names', async (format, type) => {
  new Written(ID, { cwd: '/home/ada/app' })
    .prompt(`<script>alert(1)</script> ${SECRET} in /home/ada/app`)
    .says('done')
    .write(server.root, '-home-ada-app')
  await server.start()
  const path = `/api/sessions/${ID}/export?format=${format}`
  const { status, headers, text } = await server.raw(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain(type)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="session-${ID}.${format}"`)
  expect(text).toContain('done')
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain('/home/ada')
  if (format === 'html') expect(text).not.toContain('<script')
  expect((await server.raw(`${path}&redact=false`)).text).toContain('/home/ada/app')
})

it('refuses what is not there', async () => {
  await server.start()
  expect((await server.raw(`/api/sessions/${ID}/export?format=html`)).status).toBe(404)
  expect((await server.raw(`/api/sessions/${ID}/export?format=exe`)).status).toBe(400)
  expect((await server.raw(`/api/sessions/${ID}/export`)).status).toBe(400)
})
