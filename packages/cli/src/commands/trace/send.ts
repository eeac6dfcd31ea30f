import { InvalidArgumentError, Option, type Command } from 'commander'
import type { TraceSendFlags } from '../../trace/run-trace-send.ts'
import { colourOption, jsonOption } from '../options.ts'
import { storeOptions } from '../store-options.ts'

export function addTraceSend(trace: Command): void {
  const command = trace
    .command('send')
    .description('send turns that a target does not have yet')
    .option('--all', 'every session, on disk and in the archive')
    .option('--session <session>', 'one session')
    .option('--project <part>', 'projects whose path contains this')
    .option('--since <date>', 'turns that began since (2026-03-01, 7d, today)')
    .option('--target <name>', 'only this target (default: all)')
    .option('-n, --dry-run', 'count what would be sent; send nothing')
    .option('--otlp-file <path>', 'write OTLP JSON lines to a new file instead (not recorded as sent)')
    .option('--again', 'include what was done, left out or refused before')
    .option('--no-redact', 'leave secrets in')
    .option('--thinking', 'include thinking')
    .option('--user <id>', 'user name of the traces')
    .addOption(
      new Option('--tag <tag>', 'a tag for every trace (can be repeated)').argParser(
        (tag: string, before: readonly string[] | undefined) => [...(before ?? []), tag],
      ),
    )
    .option('--sample <share>', 'share of turns to send, from 0 to 1', share)
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
Skein records what a target accepted and does not send it again, so you can stop and rerun this at any time. Secrets are replaced
before sending. docs/trace.md explains targets.

Examples:
  skein trace send --all --dry-run
  skein trace send --since 30d
  skein trace send --session @last --target langfuse
  skein trace send --all --otlp-file history.jsonl
`
