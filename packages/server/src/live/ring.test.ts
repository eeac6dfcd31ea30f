import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seqIn } from './event-text.ts'
import { EventRing } from './ring.ts'

describe('the ring of ephemeral events', () => {
  it('gives everything behind a number, or says that it cannot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ gap: fc.nat(3), length: fc.nat(8) }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        fc.nat(40),
        (steps, events, units) => {
          const ring = new EventRing({ events, units })
          const told: number[] = []
          let seq = 0
          for (const { gap, length } of steps) {
            seq += gap + 1
            told.push(seq)
            ring.push({ seq, topic: 'sessions', text: 'x'.repeat(length) })
          }
          for (let from = 0; from <= seq + 1; from++) {
            const missed = told.filter((one) => one > from)
            const kept = ring.since(from)
            if (kept === null) expect(missed.length).toBeGreaterThan(0)
            else expect(kept.map((event) => event.seq)).toEqual(missed)
          }
          const all = ring.since(0) ?? ring.since(told.find((one) => ring.since(one) !== null) ?? seq) ?? []
          expect(all.length).toBeLessThanOrEqual(events)
          expect(all.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(units)
        },
      ),
    )
  })

  it('keeps as many as it may', () => {
    const ring = new EventRing({ events: 2, units: 100 })
    for (const seq of [3, 5, 9]) ring.push({ seq, topic: 'usage', text: 'x' })
    expect(ring.since(2)).toBe(null)
    expect(ring.since(3)?.map(({ seq }) => seq)).toEqual([5, 9])
    expect(ring.since(9)).toEqual([])
    expect(ring.since(Number.NaN)).toBe(null)
  })
})

describe('the number of a last event', () => {
  it.each([
    ['life:12', 12],
    ['life:0', 0],
    ['other:12', null],
    ['life:12:1', null],
    ['life:-1', null],
    ['life:1e3', null],
    ['life:', null],
    ['', null],
    [undefined, null],
  ])('is read from %s', (id, seq) => {
    expect(seqIn(id, 'life')).toBe(seq)
  })
})
