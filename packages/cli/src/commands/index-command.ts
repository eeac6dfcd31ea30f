import type { Command } from 'commander'
import type { IndexFlags } from '../index-status/run-index.ts'
import { colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addIndex(program: Command): void {
  const index = program
    .command('index')
    .description('show, rebuild or verify the index of all sessions')
    .addHelpText('after', EXAMPLES)
  const parts = [
    { name: 'status', does: 'show how much is indexed, and what was new', run: 'runStatus' },
    {
      name: 'rebuild',
      does: 'build the index again; nothing is lost',
      run: 'runRebuild',
    },
    { name: 'verify', does: 'compare the index with every transcript', run: 'runVerify' },
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
Commands update the index by themselves.

Examples:
  skein index status
  skein index rebuild
`
