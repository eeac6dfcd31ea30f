import type { Command } from 'commander'
import type { TailFlags } from '../tail/run-tail.ts'
import { colourOption, jsonOption, revealOption, widthOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addTail(program: Command): void {
  const command = program
    .command('tail [session]')
    .description('print entries as they are written, of one session or all')
    .option('--all', 'all sessions (the default without a session)')
    .addOption(revealOption())
  for (const option of [...storeOptions(), jsonOption(), colourOption(), widthOption()])
    command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string | undefined, flags: TailFlags) => {
    const { runTail } = await import('../tail/run-tail.ts')
    await runTail(session, flags)
  })
}

const EXAMPLES = `
Includes sub-agents. With --json each line is {session, agent, file, line, entry}. Ctrl-C stops it.

Examples:
  skein tail
  skein tail @last
  skein tail --json | jq -r 'select(.entry.type == "user") | .session'
`
