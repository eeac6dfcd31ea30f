import type { Command } from 'commander'
import type { DoctorFlags } from '../doctor/run-doctor.ts'
import { printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor [session]')
    .description('what is damaged, in one session or in all, and what a resume would lose by it')
    .option('--all', 'list harmless findings too (unknown types, newer versions, unanswered calls)')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string | undefined, flags: DoctorFlags) => {
    const { runDoctor } = await import('../doctor/run-doctor.ts')
    await runDoctor(session, flags)
  })
}

const EXAMPLES = `
Examples:
  skein doctor                   every session that has something wrong with it
  skein doctor @last             one session
  skein doctor --json | jq '.sessions[] | select(.lost > 0)'

Nothing is changed. \`skein check\` tells more of one session, line by line.
`
