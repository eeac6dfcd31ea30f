import { Option, type Command } from 'commander'
import type { RedactFlags } from '../edit/run-redact.ts'
import type { RepairFlags } from '../edit/run-repair.ts'
import { editOptions } from './edit-options.ts'

export function addRepair(program: Command): void {
  const command = program
    .command('repair <session>')
    .description('make a copy without damage, so that a resume reads all of it')
    .addOption(
      new Option('--orphans <how>', 'for calls without a result and results without a call')
        .choices(['result', 'drop'])
        .default('result'),
    )
    .option(
      '--writer <line>',
      'if two processes wrote: continue first, last, or the branch of an entry (default: as a resume does now)',
    )
    .option('--clock', 'make times rise where they go back')
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', REPAIR_EXAMPLES).action(async (session: string, flags: RepairFlags) => {
    const { runRepair } = await import('../edit/run-repair.ts')
    await runRepair(session, flags)
  })
}

const REPAIR_EXAMPLES = `
Repairs damaged lines, missing parents, cycles, repeated uuids, calls without a result, thinking that the API refuses, and
markers that hold a session on a dead branch. The original stays as it is. \`skein doctor\` shows what is wrong.

Examples:
  skein repair @last --dry-run
  skein repair 5e551017 --orphans drop
  skein repair 5e551017 --writer last
`

export function addRedact(program: Command): void {
  const command = program
    .command('redact <session>')
    .description('make a copy without secrets, in all entries, sub-agents and files')
    .option(
      '--pattern <regex[=name]>',
      'also replace this; can be repeated',
      (pattern: string, others: readonly string[] | undefined) => [...(others ?? []), pattern],
    )
    .option('--keep-file-history', 'do not redact backups of edited files')
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', REDACT_EXAMPLES).action(async (session: string, flags: RedactFlags) => {
    const { runRedact } = await import('../edit/run-redact.ts')
    await runRedact(session, flags)
  })
}

const REDACT_EXAMPLES = `
One secret has the same placeholder everywhere. Thinking with a secret is removed, because it is signed. The original keeps
its secrets: delete it, and change what leaked.

Examples:
  skein redact @last --dry-run
  skein redact 5e551017 --pattern 'EMP-\\d{6}=employee'
  skein redact 5e551017 --pattern 'acme-internal' --json | jq .places
`
