import type { Command } from 'commander'
import type { ArchiveFlags } from '../archive/run-archive.ts'
import type { RestoreFlags } from '../archive/run-restore.ts'
import { colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addArchive(program: Command): void {
  const archiving = program
    .command('archive')
    .description('keep compressed copies of all sessions, before Claude Code deletes them')
    .option('--verify', 'check every archived byte against its hash instead')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) archiving.addOption(option)
  archiving.addHelpText('after', ARCHIVE_EXAMPLES).action(async (flags: ArchiveFlags) => {
    const { runArchive } = await import('../archive/run-archive.ts')
    await runArchive(flags)
  })
  const restoring = program
    .command('restore <session>')
    .description('give an archived session back, byte for byte, where it was or elsewhere')
    .option('--to <folder>', 'a Claude config folder to restore into')
    .option('--force', 'replace files that differ; they are archived first')
    .option('--version <hash>', 'an earlier version of a session that was rewritten')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) restoring.addOption(option)
  restoring.addHelpText('after', RESTORE_EXAMPLES).action(async (session: string, flags: RestoreFlags) => {
    const { runRestore } = await import('../archive/run-restore.ts')
    await runRestore(session, flags)
  })
}

const ARCHIVE_EXAMPLES = `
Only what changed since the last time is read. The archive describes itself: its README.txt says how to read it
without Skein.

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
