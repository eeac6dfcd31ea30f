import type { SpanView, TreeNode } from '@skein/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { treeLayout, ROW } from './tree-layout.ts'
import { treemap } from './treemap.ts'
import { spanRows, timeAxis } from './waterfall.ts'

describe('treemap', () => {
  const box = { x: 10, y: 20, width: 300, height: 200 }

  it('lays tiles out in the box, without overlap, by their values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 40 }), (values) => {
        const tiles = treemap(values, (value) => value, box)
        const kept = values.filter((value) => value > 0)
        expect(tiles.map(({ item }) => item)).toEqual(kept.toSorted((a, b) => b - a))
        const total = kept.reduce((sum, value) => sum + value, 0)
        for (const { item, x, y, width, height } of tiles) {
          expect(width * height).toBeCloseTo((item / total) * 60_000, 3)
          expect(x).toBeGreaterThanOrEqual(9.999)
          expect(y).toBeGreaterThanOrEqual(19.999)
          expect(x + width).toBeLessThanOrEqual(310.001)
          expect(y + height).toBeLessThanOrEqual(220.001)
        }
        for (const [i, a] of tiles.entries())
          for (const b of tiles.slice(i + 1)) {
            const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
            const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
            expect(Math.min(wide, high)).toBeLessThan(0.001)
          }
      }),
    )
  })

  it('has nothing to show of nothing, and of values that are none', () => {
    expect(treemap([0, -3, Number.NaN, Infinity], (value) => value, box)).toEqual([])
    expect(treemap([1], (value) => value, { ...box, width: 0 })).toEqual([])
  })

  it('makes four equal values four equal rectangles', () => {
    const tiles = treemap([1, 1, 1, 1], (value) => value, { x: 0, y: 0, width: 200, height: 200 })
    expect(tiles.map(({ width, height }) => [width, height])).toEqual([
      [100, 100],
      [100, 100],
      [100, 100],
      [100, 100],
    ])
  })
})

function span(id: string, parent: string | null, [start, end]: readonly [number, number]): SpanView {
  return {
    id,
    parent,
    turn: null,
    agent: null,
    key: null,
    kind: 'tool',
    name: id,
    start,
    end,
    error: null,
    incomplete: false,
    tokens: 0,
    nanoDollars: null,
  }
}

describe('spanRows', () => {
  const spans = [
    span('b', 'a', [30, 40]),
    span('a', null, [0, 100]),
    span('c', 'a', [10, 20]),
    span('d', 'c', [12, 15]),
    span('lost', 'nowhere', [200, 210]),
    span('self', 'self', [300, 310]),
  ]
  const drawn = (closed: string[]): (string | number)[][] =>
    spanRows(spans, new Set(closed)).map(({ span: { id }, depth, children }) => [id, depth, children])

  it('puts parents before children and children by time', () => {
    expect(drawn([])).toEqual([
      ['a', 0, 2],
      ['c', 1, 1],
      ['d', 2, 0],
      ['b', 1, 0],
      ['lost', 0, 0],
      ['self', 0, 0],
    ])
  })

  it('leaves out what is below a closed one', () => {
    expect(drawn(['a']).map(([id]) => id)).toEqual(['a', 'lost', 'self'])
  })
})

describe('timeAxis', () => {
  it('runs from 0 to 1 and never back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 1e6 })), {
          minLength: 1,
        }),
        (pairs) => {
          const spans = pairs.map(([start, length]) => ({ start, end: start + length }))
          const axis = timeAxis(spans)
          const times = spans.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b)
          const places = times.map(axis.at)
          expect(places.every((place, i) => place >= (places[i - 1] ?? 0) - 1e-9 && place <= 1 + 1e-9)).toBe(
            true,
          )
        },
      ),
    )
  })

  it('gives a night little room, and says how long it was', () => {
    const hour = 3_600_000
    const axis = timeAxis([
      { start: 0, end: hour },
      { start: 10 * hour, end: 11 * hour },
    ])
    expect(axis.busyMs).toBe(2 * hour)
    expect(axis.at(0)).toBe(0)
    expect(axis.at(11 * hour)).toBeCloseTo(1)
    expect(axis.at(hour)).toBeCloseTo(1 / 2.04)
    expect(axis.pauses).toEqual([{ at: expect.closeTo(0.5), ms: 9 * hour }])
  })

  it('has a place for everything where there is no time at all', () => {
    expect(timeAxis([]).at(5)).toBe(0)
    expect(timeAxis([{ start: 5, end: 5 }]).at(5)).toBe(0)
  })
})

function node(depth: number, kind: TreeNode['kind'], text = ''): TreeNode {
  return {
    depth,
    kind,
    text,
    key: 0,
    turn: null,
    tip: null,
    agent: null,
    reason: null,
    time: null,
    tokens: 0,
  }
}

describe('treeLayout', () => {
  // As `skein tree` draws it: a turn with an agent and a branch of two turns, then the next turn, compacted.
  const nodes = [
    node(0, 'turn', 'start'),
    node(1, 'agent'),
    node(1, 'branch'),
    node(2, 'turn', 'first try'),
    node(2, 'turn', 'go on'),
    node(0, 'turn', 'second try'),
    node(1, 'compaction'),
  ]
  const layout = treeLayout(nodes)

  it('gives each node a line and each depth a lane', () => {
    expect(layout.nodes.map(({ y }) => y / ROW)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5])
    expect(layout.nodes.map(({ x }) => (x - layout.nodes[0].x) / 16)).toEqual([0, 1, 1, 2, 2, 0, 1])
  })

  it('draws a line to everything but the beginning', () => {
    expect(layout.edges).toHaveLength(6)
    expect(layout.edges.filter(({ live }) => live)).toHaveLength(1)
    // The second turn follows the first one, straight down.
    expect(layout.edges.find(({ live }) => live)?.d).toBe(`M12 ${ROW / 2}V${5.5 * ROW}`)
  })

  it('knows the tips', () => {
    expect(layout.nodes.filter(({ tip }) => tip).map(({ node: { text } }) => text)).toEqual([
      'go on',
      'second try',
    ])
  })

  it('stays within bounds whatever depths a transcript makes up', () => {
    const deep = treeLayout(Array.from({ length: 600 }, (_, i) => node(i * 7, 'turn')))
    expect(deep.width).toBeLessThan(240)
    expect(deep.nodes).toHaveLength(600)
  })
})
