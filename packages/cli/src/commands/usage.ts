import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { SkeinError } from '../errors.ts'
import type { UsageFlags } from '../usage/run-usage.ts'
import { printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addUsage(program: Command): void {
  const command = program
    .command('usage')
    .description('show tokens and cost; every message counts once')
    .addArgument(new Argument('[report]', 'what each row is').choices(REPORTS).default('daily'))
    .argument('[session]', 'for `turn`: the session (default: @last)')
    .option('--since <date>', 'from this moment (2026-03-01, 7d, today)')
    .option('--until <date>', 'before this moment')
    .option('--timezone <name>', 'time zone of the days, e.g. Europe/Berlin (default: yours)', timeZone)
    .addOption(
      new Option('--week-start <day>', 'first day of a week').choices(['monday', 'sunday']).default('monday'),
    )
    .option('--csv', 'print CSV')
    .option('--no-index', 'count the transcripts directly, without the index')
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
Blocks are the five-hour windows of Claude plan limits; the current one shows its rate and forecast. Costs are list prices;
$SKEIN_HOME/prices.json can override them. A + means: some tokens have no known price.

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
