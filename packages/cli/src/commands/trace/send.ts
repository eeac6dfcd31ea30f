import { InvalidArgumentError, Option, type Command } from 'commander'
import type { TraceSendFlags } from '../../trace/run-trace-send.ts'
import { colourOption, jsonOption } from '../options.ts'
import { storeOptions } from '../store-options.ts'

export function addTraceSend(trace: Command): void {
  const command = trace
    .command('send')
    .description('send what targets do not have yet, of some sessions or of all')
    .option('--all', 'every session, on disk and in the archive')
    .option('--session <session>', 'one session')
    .option('--project <part>', 'sessions of projects with this in their path')
    .option('--since <date>', 'turns that began then or later (2026-03-01, 7d, today)')
    .option('--target <name>', 'only to this target; to all there are unless said')
    .option('-n, --dry-run', 'count what would be sent, and send nothing')
    .option(
      '--otlp-file <path>',
      'write a new file of OTLP JSON lines instead; nobody remembers what is in it',
    )
    .option('--again', 'look at everything again: also what was done, left out or refused before')
    .option('--no-redact', 'leave secrets in')
    .option('--thinking', 'with what the model thought')
    .option('--user <id>', 'who is named as the user')
    .addOption(
      new Option('--tag <tag>', 'a tag for every trace (can be repeated)').argParser(
        (tag: string, before: readonly string[] | undefined) => [...(before ?? []), tag],
      ),
    )
    .option('--sample <share>', 'of 1, the share of turns that is sent', share)
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (flags: TraceSendFlags) => {
    const { runTraceSend } = await import('../../trace/run-trace-send.ts')
    await runTraceSend(flags)
  })
}

function share(text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && number >= 0 && number <= 1) return number
  throw new InvalidArgumentError('A number from 0 to 1 is needed.')
}

const EXAMPLES = `
What a target has taken is remembered and never sent again, so this can be stopped and run again at any time. Secrets are
replaced before anything leaves. docs/trace.md says how targets are named.

Examples:
  skein trace send --all --dry-run
  skein trace send --since 30d
  skein trace send --session @last --target langfuse
  skein trace send --all --otlp-file history.jsonl
`
