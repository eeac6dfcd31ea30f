/** A rectangle of a treemap, in the units of the box it was laid out in. */
export interface Tile<T> {
  readonly item: T
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Fills a box with rectangles whose areas are to each other as the values are, as square as it can (the squarified
 * treemap of Bruls, Huizing and van Wijk). The largest first.
 *
 * Contract: tiles lie within the box and beside each other; what has no value has no tile.
 */
export function treemap<T>(items: readonly T[], valueOf: (item: T) => number, box: Box): Tile<T>[] {
  const left = items
    .map((item) => ({ item, value: valueOf(item) }))
    .filter(({ value }) => value > 0 && Number.isFinite(value))
    .sort((a, b) => b.value - a.value)
  const total = left.reduce((sum, { value }) => sum + value, 0)
  if (total === 0 || box.width <= 0 || box.height <= 0) return []
  const scale = (box.width * box.height) / total
  const sized = left.map(({ item, value }) => ({ item, area: value * scale }))
  const tiles: Tile<T>[] = []
  let rest = box
  let row: { item: T; area: number }[] = []
  for (const next of sized) {
    const side = Math.min(rest.width, rest.height)
    if (row.length > 0 && worst([...row, next], side) > worst(row, side)) {
      rest = place(row, rest, tiles)
      row = []
    }
    row.push(next)
  }
  place(row, rest, tiles)
  return tiles
}

/** How far from a square the worst of a row is. */
function worst(row: readonly { readonly area: number }[], side: number): number {
  const sum = row.reduce((total, { area }) => total + area, 0)
  const [most, least] = [row[0].area, row[row.length - 1].area]
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least))
}

/** Puts a row along the shorter side; what is left of the box. */
function place<T>(
  row: readonly { readonly item: T; readonly area: number }[],
  box: Box,
  tiles: Tile<T>[],
): Box {
  const sum = row.reduce((total, { area }) => total + area, 0)
  const isWide = box.width >= box.height
  const thick = isWide ? sum / box.height : sum / box.width
  let at = 0
  for (const { item, area } of row) {
    const long = area / thick
    tiles.push(
      isWide
        ? { item, x: box.x, y: box.y + at, width: thick, height: long }
        : { item, x: box.x + at, y: box.y, width: long, height: thick },
    )
    at += long
  }
  return isWide
    ? { ...box, x: box.x + thick, width: box.width - thick }
    : { ...box, y: box.y + thick, height: box.height - thick }
}
