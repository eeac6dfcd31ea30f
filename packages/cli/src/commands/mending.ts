import { Option, type Command } from 'commander'
import type { RedactFlags } from '../edit/run-redact.ts'
import type { RepairFlags } from '../edit/run-repair.ts'
import { editOptions } from './edit-options.ts'

export function addRepair(program: Command): void {
  const command = program
    .command('repair <session>')
    .description('a copy in which everything is mended that keeps a resume from its history')
    .addOption(
      new Option('--orphans <how>', 'calls without a result, and results without a call')
        .choices(['result', 'drop'])
        .default('result'),
    )
    .option(
      '--writer <line>',
      'which line goes on where two processes wrote: first, last, or the one of an entry (unless said, the one that a resume takes now)',
    )
    .option('--clock', 'make times rise along the conversation where they go back')
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', REPAIR_EXAMPLES).action(async (session: string, flags: RepairFlags) => {
    const { runRepair } = await import('../edit/run-repair.ts')
    await runRepair(session, flags)
  })
}

const REPAIR_EXAMPLES = `
Mended are damaged lines, missing parents, cycles, repeated uuids, calls without a result, thinking that the API refuses, and
markers that hold a session on a dead branch. The original stays as it is; \`skein doctor\` tells what is wrong with it.

Examples:
  skein repair @last --dry-run
  skein repair 5e551017 --orphans drop
  skein repair 5e551017 --writer last
`

export function addRedact(program: Command): void {
  const command = program
    .command('redact <session>')
    .description('a copy without secrets: in every entry, every sub-agent and every file that belongs to it')
    .option(
      '--pattern <regex[=name]>',
      'find this as well; can be repeated',
      (pattern: string, others: readonly string[] | undefined) => [...(others ?? []), pattern],
    )
    .option('--keep-file-history', 'leave the backups of edited files as they are')
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', REDACT_EXAMPLES).action(async (session: string, flags: RedactFlags) => {
    const { runRedact } = await import('../edit/run-redact.ts')
    await runRedact(session, flags)
  })
}

const REDACT_EXAMPLES = `
The same secret has the same placeholder everywhere. Thinking in which one stands goes as a whole, since it is signed. The
original keeps its secrets: delete it, and change what was leaked.

Examples:
  skein redact @last --dry-run
  skein redact 5e551017 --pattern 'EMP-\\d{6}=employee'
  skein redact 5e551017 --pattern 'acme-internal' --json | jq .places
`
