import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('work at a pace', () => {
  it('is done at once, then once for all that was asked in the pause', async () => {
    const work = vi.fn(async () => {})
    const pace = new Pace(work, 1000)
    pace.ask()
    expect(work).toHaveBeenCalledTimes(1)
    await pace.idle()
    for (let i = 0; i < 5; i++) pace.ask()
    await vi.advanceTimersByTimeAsync(999)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is done again when it was asked for while it ran, never beside itself', async () => {
    const ends: (() => void)[] = []
    const pace = new Pace(() => new Promise((resolved) => ends.push(resolved)), 1000)
    pace.ask()
    pace.ask()
    await vi.advanceTimersByTimeAsync(5000)
    expect(ends).toHaveLength(1)
    ends[0]()
    await vi.advanceTimersByTimeAsync(1000)
    expect(ends).toHaveLength(2)
  })

  it('ends with what is under way', async () => {
    let end = (): void => {}
    const work = vi.fn(() => new Promise<void>((resolved) => (end = resolved)))
    const pace = new Pace(work, 1000)
    pace.ask()
    pace.ask()
    const closed = pace.close()
    end()
    await closed
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
