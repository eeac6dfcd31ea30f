import type { Command } from 'commander'
import type { BlameFlags } from '../blame/run-blame.ts'
import { atLeast, printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addBlame(program: Command): void {
  const command = program
    .command('blame <path>')
    .description('which sessions and turns wrote a file, the last one first')
    .option('--limit <number>', 'how many sessions', (text) => atLeast(text, 1), 20)
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (path: string, flags: BlameFlags) => {
    const { runBlame } = await import('../blame/run-blame.ts')
    await runBlame(path, flags)
  })
}

const EXAMPLES = `
Told are changes by tools for files (Edit, Write, …); what a shell command wrote cannot be known from a transcript.
A bare name finds every file of that name; Windows and WSL spellings of a path are the same.

Examples:
  skein blame src/login.ts
  skein blame schema.sql --json
`
