import { describe, expect, it } from 'vitest'
import { imageReference, withoutImages } from './images.ts'

describe('a value without its images', () => {
  it('is the same where there are none', () => {
    const value = {
      a: [1, 'x', null, { type: 'image', source: { type: 'url', url: 'https://example.com/' } }],
      b: true,
    }
    expect(withoutImages(value)).toEqual(value)
    expect(withoutImages(undefined)).toBeNull()
  })

  it('keeps names that mean something to JavaScript', () => {
    const value = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as unknown
    expect(JSON.stringify(withoutImages(value))).toBe('{"__proto__":{"x":1},"constructor":2}')
  })

  it('is cut where nobody could walk it', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`) as unknown
    expect(JSON.stringify(withoutImages(deep))).toContain('[nested too deep]')
  })

  it('has documents as references too', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }
    expect(withoutImages([{ type: 'document', source }])).toMatchObject([
      { type: 'document', media_type: 'application/pdf', bytes: 3 },
    ])
    expect(imageReference({ type: 'text', source })).toBeNull()
  })
})
