import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts'

it('has the hash that the policy of a page names', () => {
  expect(PAGE_STYLE_HASH).toBe(createHash('sha256').update(PAGE_STYLE).digest('base64'))
})
