import { expect, it } from 'vitest'
import { scopeOf } from '../api/scope-of-route.ts'
import { allows, SCOPES, storedScope } from './scope.ts'

it('allows what narrower scopes allow, and nothing wider', () => {
  const table = SCOPES.map((scope) => SCOPES.filter((needed) => allows(scope, needed)))
  expect(table).toEqual([['read'], ['read', 'drive'], ['read', 'drive', 'all']])
})

it('takes a scope that it does not know for the least', () => {
  expect(['all', 'drive', 'read', 'everything', '', null].map(storedScope)).toEqual([
    'all',
    'drive',
    'read',
    'read',
    'read',
    'read',
  ])
})

it.each([
  ['GET', '/api/sessions', 'read'],
  ['HEAD', '/api/sessions/x/view', 'read'],
  ['POST', '/api/live/client', 'read'],
  ['POST', '/api/sessions/x/title', 'all'],
  ['DELETE', '/api/devices/x', 'all'],
  // Not in the table: there to be read at most.
  ['GET', '/api/nothing', 'read'],
  ['POST', '/api/nothing', 'all'],
  ['POST', '/api/live/client/', 'all'],
  ['POST', '/api/live', 'all'],
])('%s %s needs %s', (method, path, needed) => expect(scopeOf(method, path)).toBe(needed))

it('takes the scope of a request from its row of the table', () => {
  const routes = {
    'POST /api/runs/:run/input': { scope: 'drive' },
    'DELETE /api/runs/:run': { scope: 'all' },
  } as const
  expect([
    scopeOf('POST', '/api/runs/7/input', routes),
    scopeOf('DELETE', '/api/runs/7', routes),
    scopeOf('POST', '/api/runs/7', routes),
  ]).toEqual(['drive', 'all', 'all'])
})
