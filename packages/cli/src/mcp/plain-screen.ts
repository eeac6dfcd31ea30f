import { Output } from '../terminal/output.ts'
import type { Screen } from '../terminal/screen.ts'
import { styleOf } from '../terminal/style.ts'

/** What lines are laid out for where no terminal shows them. */
export function plainScreen(): Screen {
  return { out: new Output(process.stderr), style: styleOf(false), width: 120 }
}
