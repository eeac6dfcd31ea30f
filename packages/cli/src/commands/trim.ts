import { InvalidArgumentError, Option, type Command } from 'commander'
import type { TrimFlags } from '../edit/run-trim.ts'
import { editOptions } from './edit-options.ts'

export function addTrim(program: Command): void {
  const command = program
    .command('trim <session>')
    .description('make a smaller copy: by preset, by kind and age, or to a token target')
    .addOption(
      new Option('--preset <preset>', 'a set of steps').choices(['light', 'routine', 'deep', 'emergency']),
    )
    .option(
      '--target-tokens <tokens>',
      'take the least harmful steps to reach this size, e.g. 60k',
      tokenCount,
    )
    .option(
      '--tools <form>',
      'tool results: truncate[=lines,characters], stub (one line), remove (with the call), keep',
      toolForm,
    )
    .option('--tools-only <names>', 'only these tools, e.g. Bash,Read', (text) => text.split(','))
    .option('--older-than <age>', 'only what is older: 50% or 20turns', age)
  for (const [name, what] of KINDS)
    command.addOption(new Option(`--${name} <choice>`, what).choices(['drop', 'keep']))
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, flags: TrimFlags) => {
    const { runTrim } = await import('../edit/run-trim.ts')
    await runTrim(session, flags)
  })
}

const KINDS = [
  ['thinking', 'thinking, except in the last answer'],
  ['images', 'images in prompts and results; replaced by a word'],
  ['attachments', 'hook output, mentioned files, reminders'],
  ['superseded-reads', 'reads of files that were later read again or rewritten'],
  ['repeated-outputs', 'results that a later call repeats; they name it'],
  ['failed-retries', 'failed calls that were later repeated with success'],
  ['progress', 'progress reports of tools'],
  ['bookkeeping', 'notices, request logs, replaced states'],
  ['snapshots', 'file snapshots and their backups: the copy cannot rewind files'],
] as const

const EXAMPLES = `
What you and the model said always stays. An option for a kind overrides the preset. docs/trim.md has the details.

Examples:
  skein trim @last --preset routine --dry-run
  skein trim @last --target-tokens 60k
  skein trim 5e551017 --tools stub --tools-only Bash,Read --older-than 50%
  skein trim 5e551017 --thinking drop --images drop --older-than 20turns
`

function tokenCount(text: string): number {
  const match = /^(\d{1,9}(?:\.\d+)?)(k|m)?$/i.exec(text)
  const factor = { k: 1e3, m: 1e6 }[(match?.[2] ?? '').toLowerCase()] ?? 1
  const tokens = match === null ? 0 : Math.round(Number(match[1]) * factor)
  if (tokens >= 1) return tokens
  throw new InvalidArgumentError('A number of tokens is needed, like 60000 or 60k.')
}

function toolForm(text: string): TrimFlags['tools'] {
  if (text === 'keep') return text
  if (text === 'stub' || text === 'remove') return { kind: text }
  const match = /^truncate(?:=(\d{1,9}),(\d{1,9}))?$/.exec(text)
  if (match === null)
    throw new InvalidArgumentError('It is truncate, truncate=40,4000, stub, remove or keep.')
  return { kind: 'truncate', lines: Number(match[1] ?? 40), characters: Number(match[2] ?? 4000) }
}

function age(text: string): TrimFlags['olderThan'] {
  const match = /^(\d{1,9})(%|turns?)$/.exec(text)
  if (match === null) throw new InvalidArgumentError('An age is like 50% or 20turns.')
  return { unit: match[2] === '%' ? 'percent' : 'turns', value: Number(match[1]) }
}
