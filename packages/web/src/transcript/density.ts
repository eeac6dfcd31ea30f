import { useCallback, useState } from 'react'
import { keep, kept } from '../theme/kept.ts'
import { navigate } from '../url/location.ts'
import type { Density, SessionPlace } from '../url/place.ts'
import { DENSITIES } from '../url/place.ts'

/**
 * How much of each turn is shown: `off` folds steps away, `short` has a line for each, `full` opens them. The address
 * says it; without, it is as the reader last chose.
 */
export function useDensity(place: SessionPlace): readonly [Density, (to: Density) => void] {
  const [chosen] = useState(() => DENSITIES.find((one) => one === kept('transcript-density')) ?? 'off')
  const density = place.density ?? chosen
  const set = useCallback(
    (to: Density) => {
      keep('transcript-density', to)
      navigate({ ...place, density: to }, { replace: true })
    },
    [place],
  )
  return [density, set]
}

/** The following one, around. */
export function nextDensity(density: Density): Density {
  return DENSITIES[(DENSITIES.indexOf(density) + 1) % DENSITIES.length]
}
