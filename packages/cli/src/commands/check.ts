import type { Command } from 'commander'
import type { CheckOptions } from '../check/run-check.ts'
import { printOptions, revealOption, versionOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addCheck(program: Command): void {
  const command = program
    .command('check <session>')
    .description('show contents, damage and branches of a transcript, and what a resume omits')
  for (const option of [versionOption(), revealOption(), ...printOptions(), ...storeOptions()])
    command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, options: CheckOptions) => {
    const { runCheck } = await import('../check/run-check.ts')
    await runCheck(session, options)
  })
}

const EXAMPLES = `
Examples:
  skein check session.jsonl
  skein check session.jsonl --as 2.0.76
  skein check session.jsonl --json | jq .diagnostics
`
