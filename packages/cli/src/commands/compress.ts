import { InvalidArgumentError, Option, type Command } from 'commander'
import type { CompressFlags } from '../edit/run-compress.ts'
import type { OriginalsFlags } from '../edit/run-originals.ts'
import { editOptions } from './edit-options.ts'
import { atLeast, printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addCompress(program: Command): void {
  const command = program
    .command('compress <session>')
    .description('a copy whose older turns are told in fewer words; prompts stay as they were typed')
    .addOption(
      new Option(
        '--band <turns:share>',
        'which turns of the context to cut to which share of their text; can be repeated (unless said, 0-50%:35% and 50-80%:60%)',
      ).argParser((band: string, before: readonly string[] | undefined) => [...(before ?? []), band]),
    )
    .option('--prompts', 'shorten what was typed as well')
    .option('--boundary', 'put the turns of the first band behind a compaction boundary with a summary')
    .addOption(
      new Option('--engine <name>', 'offline, or by a model over the Messages API')
        .choices(['extractive', 'llm'])
        .default('extractive'),
    )
    .option('--model <id>', 'llm: the model that shortens')
    .option('--base-url <url>', 'llm: where the API is (as ANTHROPIC_BASE_URL does)')
    .option('--concurrency <number>', 'llm: requests at a time', (text) => atLeast(text, 1))
    .option('--retries <number>', 'llm: how often a failed request is made again', (text) => atLeast(text, 0))
    .option('--budget <dollars>', 'llm: spend at most this much, at list price', dollars)
    .option('--budget-tokens <number>', 'llm: use at most so many tokens, like 200k', tokenCount)
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
Answers and tool results become shorter; inputs of tools, thinking and images stay. The texts that were replaced are kept
(\`skein originals\` shows them beside what stands there now).
The llm engine takes its key from ANTHROPIC_API_KEY, sends texts without the secrets it detects, and asks nobody in a dry
run. What it has finished when it is stopped is not paid for again.

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
    .description('the texts that compress replaced in the session it made, beside what stands there now')
    .option('--changed', 'leave out those that an engine failed on, which are as they were')
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
