import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiDocument } from './api-document.ts'
import { openApi } from './openapi.ts'
import { ROUTES } from './route-table.ts'

it('docs/server-api.md is that of the table; `node scripts/server-api.mjs` writes it', () => {
  const squeezed = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  const written = readFileSync(new URL('../../../../docs/server-api.md', import.meta.url), 'utf8')
  // The formatter lines the columns of tables up.
  expect(squeezed(written)).toBe(squeezed(apiDocument()))
})

it('the OpenAPI document has every request, with all its parts', () => {
  const document = openApi('1.0.0') as {
    readonly openapi: string
    readonly paths: Record<
      string,
      Record<string, { parameters: { name: string; in: string; required: boolean }[] }>
    >
  }
  expect(document.openapi).toBe('3.1.0')
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(named.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  const search = document.paths['/api/search']['get'].parameters
  expect(search.map(({ name, required }) => [name, required])).toEqual([
    ['q', true],
    ['session', false],
    ['limit', false],
    ['after', false],
  ])
  const steps = document.paths['/api/sessions/{session}/turns/{turn}/steps']['get'].parameters
  expect(steps.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(['session', 'turn'])
})
