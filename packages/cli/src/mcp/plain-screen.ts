import { Output } from '../terminal/output.ts'
import type { Screen } from '../terminal/screen.ts'
import { styleOf } from '../terminal/style.ts'

/** What lines are laid out for where no terminal shows them. One for all: an `Output` listens to its stream for good. */
export function plainScreen(): Screen {
  return (screen ??= { out: new Output(process.stderr), style: styleOf(false), width: 120 })
}

let screen: Screen | undefined
