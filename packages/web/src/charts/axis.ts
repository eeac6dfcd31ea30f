/** Round numbers for an axis from 0 to at least `most`: at most `count` steps of 1, 2, 2.5 or 5 times a power of ten. */
export function ticks(most: number, count = 4): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0]
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999_999) ?? 10) * power
  const steps = Math.ceil(most / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, i) => i * step)
}

/** Which of `count` labels stand below an axis: evenly, the last one always, none nearer than `apart`. */
export function labelled(count: number, width: number, apart: number): number[] {
  if (count <= 0) return []
  const fit = Math.max(1, Math.floor(width / apart))
  const every = Math.max(1, Math.ceil(count / fit))
  const found: number[] = []
  for (let at = count - 1; at >= 0; at -= every) found.push(at)
  return found.reverse()
}
