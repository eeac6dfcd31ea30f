import type { Command } from 'commander'
import type { FilesOptions } from '../files/run-files.ts'
import { printOptions, revealOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addFiles(program: Command): void {
  const command = program
    .command('files <session> [path]')
    .description('list files that a session changed, its commits and pull requests')
    .option('--diff', 'show the changes, from before the first edit to after the last')
    .option('--sidecars', 'list sidecars instead: tool results, tasks, plans, memory, …')
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
  skein files session.jsonl src                   a folder, or files of that name
  skein files @last --sidecars                    outputs too long for the transcript, tasks, plans, snapshots
  skein files session.jsonl --json | jq -r '.files[].path'

A transcript does not say what shell commands changed.
`
