import { setLook, type Look } from '../theme/theme.ts'
import type { IconName } from '../ui/icon.tsx'
import { navigate } from '../url/location.ts'
import { DENSITIES, PANELS, type Place } from '../url/place.ts'

/** Something that the palette can do besides going to a session. */
export interface Command {
  readonly label: string
  /** Other words that people look for it by. */
  readonly words: string
  readonly icon: IconName
  readonly run: () => void
}

/** What can be done here and now. */
export function commandsAt(place: Place, look: Look): Command[] {
  const { list } = place
  const go = (to: Place) => () => navigate(to)
  const pages: Command[] = [
    {
      label: 'Go to the inbox',
      words: 'sessions home list',
      icon: 'inbox',
      run: go({ page: 'inbox', list, more: {} }),
    },
    {
      label: 'Go to usage',
      words: 'cost tokens money charts',
      icon: 'usage',
      run: go({ page: 'usage', list, more: {} }),
    },
    {
      label: 'Go to search',
      words: 'find filters',
      icon: 'search',
      run: go({ page: 'search', q: '', list, more: {} }),
    },
    {
      label: 'Go to settings',
      words: 'devices pair phone',
      icon: 'settings',
      run: go({ page: 'settings', list, more: {} }),
    },
  ]
  return [...(place.page === 'session' ? sessionCommands(place) : []), ...pages, ...lookCommands(look)]
}

function sessionCommands(place: Extract<Place, { page: 'session' }>): Command[] {
  const panels = PANELS.map((panel): Command => ({
    label: `Open ${panel}`,
    words: 'panel inspector',
    icon: 'panel',
    run: () => navigate({ ...place, panel, more: {} }),
  }))
  const densities = DENSITIES.map((density): Command => ({
    label: { off: 'Fold all turns', short: 'Show a line for each step', full: 'Open every step' }[density],
    words: 'density steps transcript',
    icon: 'list',
    run: () => navigate({ ...place, density }),
  }))
  return [...panels, ...densities]
}

function lookCommands(look: Look): Command[] {
  const themes = (['system', 'light', 'dark'] as const).filter((theme) => theme !== look.theme)
  return [
    ...themes.map((theme): Command => ({
      label:
        theme === 'system' ? 'Theme as the system has it' : `${theme === 'dark' ? 'Dark' : 'Light'} theme`,
      words: 'toggle theme appearance colours mode',
      icon: 'eye',
      run: () => setLook({ theme }),
    })),
    {
      label: look.density === 'compact' ? 'Comfortable list' : 'Compact list',
      words: 'density rows',
      icon: 'list',
      run: () => setLook({ density: look.density === 'compact' ? 'comfortable' : 'compact' }),
    },
  ]
}

/** Commands that have all the words, those that begin with the first one in front. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = ({ label, words: more }: Command): string => `${label} ${more}`.toLowerCase()
  return commands
    .filter((command) => words.every((word) => text(command).includes(word)))
    .toSorted((a, b) => Number(starts(b, words)) - Number(starts(a, words)))
}

function starts({ label }: Command, [first = '']: readonly string[]): boolean {
  return label
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(first))
}
