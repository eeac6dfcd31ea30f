import type { Command } from 'commander'
import type { LineageFlags } from '../lineage/run-lineage.ts'
import { printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addLineage(program: Command): void {
  const command = program
    .command('lineage <session>')
    .description('show where a session came from and what came from it')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, flags: LineageFlags) => {
    const { runLineage } = await import('../lineage/run-lineage.ts')
    await runLineage(session, flags)
  })
}

const EXAMPLES = `
Examples:
  skein lineage @last
  skein lineage 5e551017 --json
`
