import { describe, expect, it } from 'vitest'
import { slugMatches, slugOf } from './slug.ts'

describe('slugOf', () => {
  it.each([
    ['/home/me/app', '-home-me-app'],
    ['/', '-'],
    ['/srv/a_b', '-srv-a-b'],
    ['/srv/a.b', '-srv-a-b'],
    ['/srv/a-b', '-srv-a-b'],
    ['/srv//x', '-srv--x'],
    ['/srv/.hidden dir', '-srv--hidden-dir'],
    ['/srv/é', '-srv--'],
    ['/srv/日本', '-srv---'],
    // One code point, two UTF-16 units, two dashes.
    ['/srv/😀', '-srv---'],
    ['E:\\x', 'E--x'],
    ['C:\\Users\\me\\my app', 'C--Users-me-my-app'],
    ['\\\\server\\share', '--server-share'],
  ])('%s → %s', (path, slug) => {
    expect(slugOf(path)).toBe(slug)
  })

  it('keeps a slug of exactly 200 whole', () => {
    expect(slugOf(`/${'a'.repeat(199)}`)).toBe(`-${'a'.repeat(199)}`)
  })

  // Hashes worked out apart from this code, in arbitrary-precision integers: the value in 32 bits is beside each.
  it.each([
    [`/${'a'.repeat(200)}`, `-${'a'.repeat(199)}-b6ymvl`], // -676821585
    [`/${'b'.repeat(200)}`, `-${'b'.repeat(199)}-86ms41`], // -494869969
    [`/home/me/${'deep/'.repeat(50)}`, `-home-me-${'deep-'.repeat(38)}d-5by70q`], // -322402058
    [`C:\\${'x_'.repeat(120)}`, `C--${'x-'.repeat(98)}x-eak27h`], // 864258605
    [`/${'😀'.repeat(100)}`, `${'-'.repeat(200)}-5s12ud`], // -349410469
    ['\0'.repeat(201), `${'-'.repeat(200)}-0`],
  ])('cuts a longer one at 200 and adds the hash of the path (%#)', (path, slug) => {
    expect(slugOf(path)).toBe(slug)
  })
})

describe('slugMatches', () => {
  it('is exact for short paths', () => {
    expect(slugMatches('-home-me-app', '/home/me/app')).toBe(true)
    expect(slugMatches('-home-me-app', '/home/me_app')).toBe(true)
    expect(slugMatches('-home-me-app-x', '/home/me/app')).toBe(false)
  })

  it('goes by the first 200 for long ones, whatever the hash', () => {
    const long = `/${'a'.repeat(300)}`
    const prefix = `-${'a'.repeat(199)}`
    expect(slugMatches(slugOf(long), long)).toBe(true)
    expect(slugMatches(`${prefix}-otherhash`, long)).toBe(true)
    expect(slugMatches(prefix, long)).toBe(false)
    expect(slugMatches(`${prefix}a-hash`, long)).toBe(false)
  })
})
