import type { Command } from 'commander'
import type { IndexFlags } from '../index-status/run-index.ts'
import { colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addIndex(program: Command): void {
  const index = program
    .command('index')
    .description('the index of all sessions: how it stands, build it again, check it')
    .addHelpText('after', EXAMPLES)
  const parts = [
    { name: 'status', does: 'how much is indexed, and what was new', run: 'runStatus' },
    {
      name: 'rebuild',
      does: 'forget the index and build it again; nothing is lost by it',
      run: 'runRebuild',
    },
    { name: 'verify', does: 'read every transcript again and compare', run: 'runVerify' },
  ] as const
  for (const { name, does, run } of parts) {
    const command = index.command(name).description(does)
    for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
    command.action(async (flags: IndexFlags) => {
      const commands = await import('../index-status/run-index.ts')
      await commands[run](flags)
    })
  }
}

const EXAMPLES = `
Every command that needs the index brings it up to date by itself; nothing has to be run for that.

Examples:
  skein index status
  skein index rebuild
`
