import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { SkeinError } from '../errors.ts'
import type { UsageFlags } from '../usage/run-usage.ts'
import { printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addUsage(program: Command): void {
  const command = program
    .command('usage')
    .description('tokens and cost, every message counted once wherever it stands')
    .addArgument(new Argument('[report]', 'what the rows are').choices(REPORTS).default('daily'))
    .argument('[session]', 'whose turns, for `turn`; the last active one unless said')
    .option('--since <date>', 'from this moment on (2026-03-01, 7d, today)')
    .option('--until <date>', 'before this moment')
    .option('--timezone <name>', 'whose days, e.g. Europe/Berlin (yours unless said)', timeZone)
    .addOption(
      new Option('--week-start <day>', 'first day of a week').choices(['monday', 'sunday']).default('monday'),
    )
    .option('--csv', 'print CSV')
    .option('--no-index', 'count the transcripts themselves, without the index')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (...[by, session, flags]: UsageArguments) => {
    if (by === 'turn') {
      const { runTurnUsage } = await import('../usage/run-turn-usage.ts')
      return runTurnUsage(session ?? '@last', flags)
    }
    if (session !== undefined)
      throw new SkeinError('usage', `only the report by turn is of one session, not \`usage ${by}\``, {
        remedy: 'leave the session out, or ask for `skein usage turn <session>`',
      })
    const { runUsage } = await import('../usage/run-usage.ts')
    await runUsage(by, flags)
  })
}

type UsageArguments = [by: (typeof REPORTS)[number], session: string | undefined, flags: UsageFlags]

const REPORTS = [
  'daily',
  'weekly',
  'monthly',
  'session',
  'project',
  'model',
  'tool',
  'block',
  'turn',
] as const

const EXAMPLES = `
Blocks are the five hours in which the limits of Claude plans are counted; the running one has its rate and where it
leads. Costs are list prices; $SKEIN_HOME/prices.json can name others. A + says that tokens without a price are missing.

Examples:
  skein usage
  skein usage project --since 30d
  skein usage block
  skein usage turn @last
  skein usage model --json | jq '.totals.cost'
`

function timeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new InvalidArgumentError('A time zone is like Europe/Berlin.')
  }
}
