import type { RefObject } from 'react'
import { useShortcut } from '../keyboard/shortcuts.ts'
import type { Density } from '../url/place.ts'
import { nextDensity } from './density.ts'
import type { ReadingPlace } from './reading-place.ts'

export interface TranscriptKeys {
  readonly reading: RefObject<ReadingPlace | null>
  readonly column: RefObject<HTMLElement | null>
  readonly density: Density
  readonly setDensity: (to: Density) => void
}

/** The keys of the transcript. One moves from where one looks, not from where one once was. */
export function useTranscriptKeys({ reading, column, density, setDensity }: TranscriptKeys): void {
  const move = (selector: string, by: 1 | -1, below = 16): void => {
    const found = neighbour(column.current, selector, { by, below })
    if (found === null) {
      if (by > 0) reading.current?.toEnd()
      return
    }
    reading.current?.goTo(found, { below })
    const turn = found.closest<HTMLElement>('[data-turn]')
    turn?.focus({ preventScroll: true })
  }
  const group = 'Transcript' as const
  useShortcut({ keys: 'j', label: 'Next turn', group, run: () => move(':scope > [data-turn]', 1) })
  useShortcut({ keys: 'k', label: 'Turn before', group, run: () => move(':scope > [data-turn]', -1) })
  useShortcut({
    keys: 'Alt+ArrowDown',
    label: 'Next prompt',
    group,
    run: () => move('[data-prompt]', 1, PROMPT),
  })
  useShortcut({
    keys: 'Alt+ArrowUp',
    label: 'Prompt before',
    group,
    run: () => move('[data-prompt]', -1, PROMPT),
  })
  const hasErrors = (): boolean => column.current?.querySelector('[data-error]') !== null
  const stops = (): string => (hasErrors() ? '[data-error]' : '[data-at]')
  useShortcut({ keys: ']', label: 'Next error, or step', group, run: () => move(stops(), 1, 72) })
  useShortcut({ keys: '[', label: 'Error or step before', group, run: () => move(stops(), -1, 72) })
  useShortcut({
    keys: 't',
    label: 'Steps: none, short, full',
    group,
    run: () => setDensity(nextDensity(density)),
  })
  useShortcut({
    keys: 'o',
    label: 'Open or fold the turn',
    group,
    run: () => {
      const focused = document.activeElement?.closest('[data-turn]') ?? reading.current?.firstVisible()
      focused?.querySelector<HTMLElement>('[data-activity]')?.click()
    },
  })
  useShortcut({ keys: 'Shift+G', label: 'To the end', group, run: () => reading.current?.toEnd() })
}

/** Where a prompt stands when its turn was gone to: 16, and the space above it. */
const PROMPT = 33

/** What stands so close to the line is where one is: heights of what was never drawn are estimates. */
const NEAR = 8

/** The next element of its kind below or above the line where `goTo` puts one. */
function neighbour(
  column: HTMLElement | null,
  selector: string,
  { by, below }: { readonly by: 1 | -1; readonly below: number },
): HTMLElement | null {
  const edge = column?.parentElement?.getBoundingClientRect().top
  if (column === null || edge === undefined) return null
  const all = [...column.querySelectorAll<HTMLElement>(selector)]
  const offset = (one: HTMLElement): number => one.getBoundingClientRect().top - edge - below
  return (by > 0 ? all.find((one) => offset(one) > NEAR) : all.findLast((one) => offset(one) < -NEAR)) ?? null
}
