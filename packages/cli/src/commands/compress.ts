import { InvalidArgumentError, Option, type Command } from 'commander'
import type { CompressFlags } from '../edit/run-compress.ts'
import type { OriginalsFlags } from '../edit/run-originals.ts'
import { editOptions } from './edit-options.ts'
import { atLeast, printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addCompress(program: Command): void {
  const command = program
    .command('compress <session>')
    .description('make a copy with shorter texts in its older turns; prompts stay')
    .addOption(
      new Option(
        '--band <turns:share>',
        'cut these turns to this share of their text; can be repeated (default: 0-50%:35% and 50-80%:60%)',
      ).argParser((band: string, before: readonly string[] | undefined) => [...(before ?? []), band]),
    )
    .option('--prompts', 'shorten prompts, too')
    .option('--boundary', 'put the turns of the first band behind a compaction boundary')
    .addOption(
      new Option('--engine <name>', 'extractive (offline) or llm (a model over the Messages API)')
        .choices(['extractive', 'llm'])
        .default('extractive'),
    )
    .option('--model <id>', 'llm: model to use')
    .option('--base-url <url>', 'llm: address of the API (default: ANTHROPIC_BASE_URL)')
    .option('--concurrency <number>', 'llm: parallel requests', (text) => atLeast(text, 1))
    .option('--retries <number>', 'llm: retries of a failed request', (text) => atLeast(text, 0))
    .option('--budget <dollars>', 'llm: spend at most this much, at list price', dollars)
    .option('--budget-tokens <number>', 'llm: use at most this many tokens, e.g. 200k', tokenCount)
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, flags: CompressFlags) => {
    const { runCompress } = await import('../edit/run-compress.ts')
    await runCompress(session, flags)
  })
}

function dollars(text: string): number {
  const number = Number(text.replace(/^\$/, ''))
  if (/^\$?\d+(\.\d+)?$/.test(text) && number > 0) return number
  throw new InvalidArgumentError('An amount is like 0.50.')
}

function tokenCount(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([kM]?)$/.exec(text)
  const unit = match?.[2] === 'k' ? 1000 : match?.[2] === 'M' ? 1_000_000 : 1
  const number = Math.floor(Number(match?.[1] ?? 0) * unit)
  if (number >= 1 && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('A number of tokens is like 200000 or 200k.')
}

const EXAMPLES = `
Shortens answers and tool results; tool inputs, thinking and images stay. \`skein originals\` shows the replaced texts.
The llm engine uses ANTHROPIC_API_KEY, removes detected secrets before sending, and sends nothing in a dry run. If it is
stopped, the same command continues without paying twice.

Examples:
  skein compress @last --dry-run
  skein compress @last --band 0-50%:35% --band 50-80%:60%
  skein compress @last --band 0-70%:20% --boundary
  skein compress @last --engine llm --budget 0.50
`

/** What `compress` replaced, to be looked at. */
export function addOriginals(program: Command): void {
  const command = program
    .command('originals <session>')
    .description('show the texts that compress replaced, beside the new ones')
    .option('--changed', 'only texts that changed')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', ORIGINALS_EXAMPLES).action(async (session: string, flags: OriginalsFlags) => {
    const { runOriginals } = await import('../edit/run-originals.ts')
    await runOriginals(session, flags)
  })
}

const ORIGINALS_EXAMPLES = `
Examples:
  skein originals 5e551017
  skein originals 5e551017 --json
`
