import type { Command } from 'commander'
import type { LabelFlags } from '../edit/run-label.ts'
import type { MoveFlags } from '../edit/run-move.ts'
import { colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addTitle(program: Command): void {
  const command = program
    .command('title <session> <title>')
    .description("give a session a title, as Claude Code's own /rename does")
    .option('--force', 'even while Claude Code has it open')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command
    .addHelpText('after', TITLE_EXAMPLES)
    .action(async (session: string, title: string, flags: LabelFlags) => {
      const { runLabel } = await import('../edit/run-label.ts')
      await runLabel(session, { title }, flags)
    })
}

const TITLE_EXAMPLES = `
A line is appended to the session's own transcript; nothing that stands there is changed.

Examples:
  skein title @last "Flaky cache test"
`

export function addTag(program: Command): void {
  const command = program
    .command('tag <session> <tag>')
    .description('give a session a tag; an empty one takes it away')
    .option('--force', 'even while Claude Code has it open')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command
    .addHelpText('after', TAG_EXAMPLES)
    .action(async (session: string, tag: string, flags: LabelFlags) => {
      const { runLabel } = await import('../edit/run-label.ts')
      await runLabel(session, { tag }, flags)
    })
}

const TAG_EXAMPLES = `
Examples:
  skein tag @last release
  skein tag @last ""
`

export function addMove(program: Command): void {
  const command = program
    .command('move <old> <new>')
    .description('after a checkout was renamed: bring its sessions, with all their files, to the new path')
    .option('-n, --dry-run', 'tell what would happen and write nothing')
    .option('--rewrite-cwd', 'rewrite the old folder in the rows of the copies')
    .option('--remove-old', 'remove the old files after the archive has them and every copy was compared')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command.addHelpText('after', MOVE_EXAMPLES).action(async (from: string, to: string, flags: MoveFlags) => {
    const { runMove } = await import('../edit/run-move.ts')
    await runMove(from, to, flags)
  })
}

const MOVE_EXAMPLES = `
Every copy is read back and compared. Nothing is overwritten; run it again to go on where it stopped.

Examples:
  skein move ~/src/tidepool ~/src/harbour --dry-run
  skein move ~/src/tidepool ~/src/harbour --rewrite-cwd --remove-old
`
