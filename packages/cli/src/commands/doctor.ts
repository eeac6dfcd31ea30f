import type { Command } from 'commander'
import type { DoctorFlags } from '../doctor/run-doctor.ts'
import { printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor [session]')
    .description('find damage, in one session or in all, and what a resume would lose')
    .option('--all', 'include harmless findings (unknown types, newer versions, unanswered calls)')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string | undefined, flags: DoctorFlags) => {
    const { runDoctor } = await import('../doctor/run-doctor.ts')
    await runDoctor(session, flags)
  })
}

const EXAMPLES = `
Examples:
  skein doctor                   every damaged session
  skein doctor @last             one session
  skein doctor --json | jq '.sessions[] | select(.lost > 0)'

Nothing is changed. \`skein check\` shows the details of one session.
`
