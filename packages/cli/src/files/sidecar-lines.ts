import { relative } from 'node:path'
import type { Sidecar, SidecarKind, SidecarListing } from '@skein/store'
import { told } from '../store/say.ts'
import { bytes, counted, minute } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { wrap } from '../terminal/wrap.ts'

/** Every sidecar with its size and time, kind by kind; what is wrong with any of them behind. */
export function* sidecarLines(listing: SidecarListing, root: string, screen: Screen): Generator<string> {
  const { style, width } = screen
  const { sidecars, diagnostics } = listing
  if (sidecars.length === 0) yield 'No sidecars: Claude Code keeps nothing beside this transcript.'
  for (const [kind, own] of byKind(sidecars)) {
    yield style.bold(`${counted(own.length, ...NAMES[kind])}, ${bytes(sizeOf(own))}`)
    const rows = own.map(({ place, size, time, path }) => [
      place === 'archive' ? '▣' : ' ',
      bytes(size),
      minute(time),
      inertLine(root === '' ? path : relative(root, path)),
    ])
    // Not wrapped: a path is there to be copied.
    yield* table(rows, ['left', 'right', 'left', 'left']).map((line) => ` ${line}`)
  }
  if (sidecars.some(({ place }) => place === 'archive'))
    yield* wrap('▣ only the archive has it; `skein restore` gives it back', width).map(style.dim)
  for (const diagnostic of diagnostics) yield* wrap(inertLine(told(diagnostic)), width).map(style.yellow)
}

/** That there are sidecars, in a line. */
export function sidecarHint({ sidecars, diagnostics }: SidecarListing, { style, width }: Screen): string[] {
  if (sidecars.length === 0 && diagnostics.length === 0) return []
  const parts = Array.from(byKind(sidecars), ([kind, own]) => counted(own.length, ...NAMES[kind]))
  const wrong = diagnostics.length === 0 ? [] : [counted(diagnostics.length, 'problem')]
  const text = `Kept beside it: ${[...parts, ...wrong].join(', ')} (${bytes(sizeOf(sidecars))}). --sidecars lists them.`
  return ['', ...wrap(text, width).map(style.dim)]
}

const NAMES: Readonly<Record<SidecarKind, [one: string, many: string]>> = {
  'tool-result': ['tool result', 'tool results'],
  task: ['task file', 'task files'],
  plan: ['plan', 'plans'],
  paste: ['paste', 'pastes'],
  'file-history': ['file snapshot', 'file snapshots'],
  'sub-agent': ['sub-agent note', 'sub-agent notes'],
  memory: ['memory of the project', 'memories of the project'],
  other: ['other file', 'other files'],
}

function byKind(sidecars: readonly Sidecar[]): Map<SidecarKind, Sidecar[]> {
  const groups = new Map<SidecarKind, Sidecar[]>()
  for (const sidecar of sidecars) groups.set(sidecar.kind, [...(groups.get(sidecar.kind) ?? []), sidecar])
  return groups
}

function sizeOf(sidecars: readonly Sidecar[]): number {
  return sidecars.reduce((sum, { size }) => sum + size, 0)
}
