import { describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from './availability.ts'

describe('skipUnlessAvailable', () => {
  it('runs what is available, whatever is required', () => {
    expect(skipUnlessAvailable('x', true, {})).toBe(false)
    expect(skipUnlessAvailable('x', true, { SKEIN_REQUIRE_ALL: '1' })).toBe(false)
  })

  it('skips what is not available', () => {
    expect(skipUnlessAvailable('x', false, {})).toBe(true)
    expect(skipUnlessAvailable('x', false, { SKEIN_REQUIRE_ALL: '0' })).toBe(true)
  })

  it('fails by name instead of skipping where everything is required', () => {
    expect(() => skipUnlessAvailable('the program', false, { SKEIN_REQUIRE_ALL: '1' })).toThrow(
      'the program is not available here',
    )
  })
})
