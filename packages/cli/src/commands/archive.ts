import type { Command } from 'commander'
import type { ArchiveFlags } from '../archive/run-archive.ts'
import type { RestoreFlags } from '../archive/run-restore.ts'
import { colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addArchive(program: Command): void {
  const archiving = program
    .command('archive')
    .description('archive all sessions before Claude Code deletes them')
    .option('--verify', 'check the archive instead: every byte against its hash')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) archiving.addOption(option)
  archiving.addHelpText('after', ARCHIVE_EXAMPLES).action(async (flags: ArchiveFlags) => {
    const { runArchive } = await import('../archive/run-archive.ts')
    await runArchive(flags)
  })
  const restoring = program
    .command('restore <session>')
    .description('restore an archived session, byte for byte')
    .option('--to <folder>', 'restore into this Claude config folder')
    .option('--force', 'replace files that differ; they are archived first')
    .option('--version <hash>', 'an earlier version of a session that was rewritten')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) restoring.addOption(option)
  restoring.addHelpText('after', RESTORE_EXAMPLES).action(async (session: string, flags: RestoreFlags) => {
    const { runRestore } = await import('../archive/run-restore.ts')
    await runRestore(session, flags)
  })
}

const ARCHIVE_EXAMPLES = `
Only what changed since the last time is read. README.txt in the archive says how to read it without Skein.

Examples:
  skein archive
  skein archive --verify
`

const RESTORE_EXAMPLES = `
Examples:
  skein ls --archived
  skein restore 5e551017
  skein restore 5e551017 --to ./rescued
`
