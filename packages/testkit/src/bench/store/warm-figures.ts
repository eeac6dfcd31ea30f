import { interleaved } from './command.ts'
import type { StoreBench, StoreGroup } from './group.ts'
import { referencesFor } from './references.ts'
import { SkeinCommand } from './skein-command.ts'

/** Commands that people run all day, with the index there, against starting Node. */
export const WARM: StoreGroup = {
  title: 'Everyday commands',
  about:
    '- each a new process with the index up to date, the look for changed files included; the reference is `node -e 0`.',
  measure,
}

const COMMANDS = [
  { name: 'version', args: ['--version'], bar: 1.6 },
  { name: 'ls', args: ['ls'], bar: 4 },
  { name: 'usage', args: ['usage'], bar: 4 },
  { name: 'usage-session', args: ['usage', 'session'], bar: 4 },
]

function measure({ histories, rounds, say, onFigure }: StoreBench): void {
  const [history] = histories
  if (history === undefined) return
  const skein = new SkeinCommand(history.roots)
  const { node } = referencesFor(history.roots, say)
  interleaved([skein.command('build', ['index', 'status'])], 1)
  const commands = COMMANDS.map(({ name, args }) => skein.command(name, args))
  const timings = interleaved([...commands, node], rounds * 3)
  const reference = timings.get(node.name)?.seconds ?? Number.NaN
  for (const { name, bar } of COMMANDS) {
    const value = (timings.get(name)?.seconds ?? Number.NaN) / reference
    onFigure({ name: `${name}-vs-node`, value, unit: 'x', bar: { atMost: bar } })
  }
  onFigure({ name: `seconds: ${node.name}`, value: reference, unit: 's' })
}
