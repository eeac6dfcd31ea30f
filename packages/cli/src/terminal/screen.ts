import { Output } from './output.ts'
import { styleOf, wantsColours } from './style.ts'
import type { Style } from './style.ts'

/** What a command prints to, and how. */
export interface Screen {
  readonly out: Output
  readonly style: Style
  /** Columns to fill. */
  readonly width: number
}

export interface ScreenOptions {
  readonly color?: boolean
  readonly width?: number
}

export function openScreen(options: ScreenOptions): Screen {
  const { stdout, env } = process
  const colours = wantsColours({ color: options.color ?? true, isTerminal: stdout.isTTY, env })
  const width = options.width ?? Math.min(stdout.columns || DEFAULT_WIDTH, READABLE_WIDTH)
  return { out: new Output(stdout), style: styleOf(colours), width: Math.max(width, LEAST_WIDTH) }
}

/** What a pipe gets. */
const DEFAULT_WIDTH = 80
/** Longer lines of prose are hard to read; `--width` asks for them. */
const READABLE_WIDTH = 100
export const LEAST_WIDTH = 20
