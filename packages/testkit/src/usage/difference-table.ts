import { total } from './ccusage-rules.ts'
import { byDay, type Cause, type Difference } from './difference.ts'
import { grouped, type Tokens } from './usage-line.ts'

/** The days on which ccusage and Skein differ, with every cause, as the table of docs/usage.md. */
export function differenceTable(skein: ReadonlyMap<string, Tokens>, found: readonly Difference[]): string {
  const days = byDay(found)
  const rows = [...grouped(found, ({ day }) => day)]
    .filter(([day]) => (days.get(day) ?? []).some((count) => count !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]) => {
      const own = skein.get(day)
      const difference = days.get(day) ?? [0, 0, 0, 0]
      return [day, shown(own === undefined ? 0 : total(own)), signed(total(difference)), causes(ofDay)]
    })
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = ['day', 'tokens', 'ccusage has', 'because of (messages: tokens)']
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function causes(ofDay: readonly Difference[]): string {
  return [...grouped(ofDay, ({ cause }) => cause)]
    .map(([cause, group]) => {
      const sum = group.reduce((tokens, difference) => tokens + total(difference.tokens), 0)
      const messages = new Set(group.map(({ message }) => message)).size
      return `${NAMES[cause as Cause]} (${messages}: ${signed(sum)})`
    })
    .join(', ')
}

const NAMES: Readonly<Record<Cause, string>> = {
  blocks: 'blocks',
  copies: 'copies',
  progress: 'progress',
  'largest row': 'largest row',
  'cache classes': 'cache classes',
  midnight: 'midnight',
  'not the model': 'not the model',
  spaced: 'white space',
  null: 'null field',
  time: 'odd time',
  odd: 'odd field',
}

function shown(value: number): string {
  return value.toLocaleString('en')
}

function signed(value: number): string {
  return value < 0 ? `−${shown(-value)}` : `+${shown(value)}`
}
