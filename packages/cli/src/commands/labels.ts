import type { Command } from 'commander'
import type { LabelFlags } from '../edit/run-label.ts'
import type { MoveFlags } from '../edit/run-move.ts'
import { colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addTitle(program: Command): void {
  const command = program
    .command('title <session> <title>')
    .description("set the title of a session, like Claude Code's /rename")
    .option('--force', 'even if Claude Code has it open')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command
    .addHelpText('after', TITLE_EXAMPLES)
    .action(async (session: string, title: string, flags: LabelFlags) => {
      const { runLabel } = await import('../edit/run-label.ts')
      await runLabel(session, { title }, flags)
    })
}

const TITLE_EXAMPLES = `
Appends one line to the session's transcript; changes nothing else.

Examples:
  skein title @last "Flaky cache test"
`

export function addTag(program: Command): void {
  const command = program
    .command('tag <session> <tag>')
    .description('set the tag of a session; an empty tag removes it')
    .option('--force', 'even if Claude Code has it open')
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
    .description('copy the sessions of a renamed checkout to its new path')
    .option('-n, --dry-run', 'show what would happen; write nothing')
    .option('--rewrite-cwd', 'write the new folder into the rows of the copies')
    .option('--remove-old', 'remove the old files after archiving them and comparing every copy')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command.addHelpText('after', MOVE_EXAMPLES).action(async (from: string, to: string, flags: MoveFlags) => {
    const { runMove } = await import('../edit/run-move.ts')
    await runMove(from, to, flags)
  })
}

const MOVE_EXAMPLES = `
Every copy is read back and compared. Nothing is overwritten. If it stops, run it again.

Examples:
  skein move ~/src/tidepool ~/src/harbour --dry-run
  skein move ~/src/tidepool ~/src/harbour --rewrite-cwd --remove-old
`
