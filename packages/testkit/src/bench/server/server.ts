import { loadavg } from 'node:os'
import type { Figure } from '../figures.ts'
import { buildSkein } from '../store/skein-command.ts'
import { busyFigures } from './busy-figures.ts'
import { listFigures } from './list-figures.ts'
import { liveFigures } from './live-figures.ts'
import { openFigures } from './open-figures.ts'
import { paintFigures } from './paint-figures.ts'

export const SERVER_GROUPS: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  live: {
    title: 'Live events',
    about:
      '- `skein serve` in a process of its own, its clients in another, over sockets. ms are from the moment before a row is written to the arrival of the event that has it, over all clients and rows. The bare server writes 2 KB to as many streams and does nothing else.',
  },
  busy: {
    title: 'Live events while a session of 100 MB is exported and edited',
    about:
      '- an export to HTML and the plan of an edit, each again and again, while a session grows that others follow.',
  },
  open: {
    title: 'Opening a session of 60 MB over HTTP',
    about:
      '- the first page of `GET /api/sessions/:session/view`, secrets masked, compressed, with all of the body read. The bare server answers a fixed body of the same size. Memory is the resident set of the server.',
  },
  list: {
    title: 'A list of 10,000 sessions over HTTP',
    about: '- `GET /api/sessions?limit=100` with the number of all that fit; all of the body read.',
  },
  paint: {
    title: 'What a reader waits for',
    about:
      '- Chromium, in a window of 1440 × 900, files of the app in its cache, the session open in the server. The bare page is one line of HTML.',
  },
}

export interface ServerBench {
  readonly seed: string
  /** How long the session of the live group grows. */
  readonly minutes: number
  readonly only?: readonly string[]
  readonly onFigure: (group: string, figure: Figure) => void
  /** Told what the machine had to do besides. */
  readonly onLoad: (group: string, text: string) => void
}

/** Measures the server as it is shipped. */
export async function benchServer(options: ServerBench): Promise<void> {
  const { seed, minutes, only = Object.keys(SERVER_GROUPS), onFigure, onLoad } = options
  buildSkein()
  for (const group of only) {
    const tell = (figure: Figure): void => onFigure(group, figure)
    const before = loadavg()[0]
    if (group === 'live') await liveFigures(minutes, tell)
    else if (group === 'busy') await busyFigures(tell)
    else if (group === 'open') await openFigures(seed, tell)
    else if (group === 'list') await listFigures(tell)
    else await paintFigures(seed, tell)
    onLoad(group, `load average ${before.toFixed(1)} before and ${loadavg()[0].toFixed(1)} after`)
  }
}
