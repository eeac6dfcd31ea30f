import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { SearchPage } from '../api/api.ts'
import { projectId } from '../sessions/session-keys.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

it('tells a hit of its own config root, also where the name of another begins it', async () => {
  const roots = [server.root, `${server.root}-other`]
  const id = sessionId(1)
  // The one with the shorter name is the newer, so that lists have it first.
  new Written(id).prompt('needle 0').says('done').says('later').write(roots[0], '-srv-app')
  new Written(id).prompt('needle 1').says('done').write(roots[1], '-srv-app')
  await server.start({ roots: [roots[1]] })
  const { body } = await server.ask<SearchPage>('GET /api/search', '/api/search?q=needle')
  const prompts = body.hits.filter(({ field }) => field !== 'title')
  const told = new Map(prompts.map(({ text, session }) => [text, session]))
  const keys = roots.map((root) => `${id}@${projectId({ root, project: '-srv-app' })}`)
  expect(told).toEqual(
    new Map([
      ['needle 0', keys[0]],
      ['needle 1', keys[1]],
    ]),
  )
})
