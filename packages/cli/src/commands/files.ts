import type { Command } from 'commander'
import type { FilesOptions } from '../files/run-files.ts'
import { printOptions, revealOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addFiles(program: Command): void {
  const command = program
    .command('files <session> [path]')
    .description('the files that a session changed, its commits and pull requests')
    .option('--diff', 'with what changed, from before the first edit to after the last')
    .option(
      '--sidecars',
      'what Claude Code keeps beside the transcript instead: tool results, tasks, plans, memory …',
    )
  for (const option of [revealOption(), ...printOptions(), ...storeOptions()]) command.addOption(option)
  command
    .addHelpText('after', EXAMPLES)
    .action(async (session: string, path: string | undefined, options: FilesOptions) => {
      const { runFiles } = await import('../files/run-files.ts')
      await runFiles(session, path, options)
    })
}

const EXAMPLES = `
Examples:
  skein files session.jsonl
  skein files session.jsonl --diff
  skein files session.jsonl src/cache.ts          what changed in one file
  skein files session.jsonl src                   … or in a folder, or in files of that name
  skein files @last --sidecars                    outputs too long for the transcript, tasks, plans, snapshots
  skein files session.jsonl --json | jq -r '.files[].path'

Changes made by shell commands are not known: a transcript has the command, not what it did.
`
