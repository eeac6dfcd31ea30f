import type { Command } from 'commander'
import type { BlameFlags } from '../blame/run-blame.ts'
import { atLeast, printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addBlame(program: Command): void {
  const command = program
    .command('blame <path>')
    .description('list sessions and turns that wrote a file, last one first')
    .option('--limit <number>', 'number of sessions', (text) => atLeast(text, 1), 20)
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (path: string, flags: BlameFlags) => {
    const { runBlame } = await import('../blame/run-blame.ts')
    await runBlame(path, flags)
  })
}

const EXAMPLES = `
Lists changes made with file tools (Edit, Write, …). A transcript does not say what shell commands wrote.
A bare name matches every file of that name; Windows and WSL spellings of a path match.

Examples:
  skein blame src/login.ts
  skein blame schema.sql --json
`
