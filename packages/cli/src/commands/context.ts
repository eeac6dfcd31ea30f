import type { Command } from 'commander'
import type { ContextFlags } from '../context/run-context.ts'
import { atLeast, printOptions, revealOption, versionOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addContext(program: Command): void {
  const command = program
    .command('context <session>')
    .description('show what fills the context window and what a resume would drop')
    .option('--window <tokens>', 'size of the window (default: by model)', (text) => atLeast(text, 1))
    .option('--model <id>', 'calculate for this model')
    .addOption(versionOption())
    .addOption(revealOption())
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, flags: ContextFlags) => {
    const { runContext } = await import('../context/run-context.ts')
    await runContext(session, flags)
  })
}

const EXAMPLES = `
Examples:
  skein context @last
  skein context 5e551017 --window 1000000
  skein context @last --json | jq '.parts[] | select(.category == "tool-results") | .tools'
`
