import type { Command } from 'commander'
import type { EditFlags } from '../edit/run-edit.ts'
import type { ForkFlags } from '../edit/run-fork.ts'
import type { MergeFlags } from '../edit/run-merge.ts'
import type { SplitFlags } from '../edit/run-split.ts'
import type { UndoFlags } from '../edit/run-undo.ts'
import { editOptions } from './edit-options.ts'
import { atLeast, colourOption, jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addClone(program: Command): void {
  const command = program
    .command('clone <session>')
    .description('make a full copy of a session that Claude Code can resume')
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', CLONE_EXAMPLES).action(async (session: string, flags: EditFlags) => {
    const { runClone } = await import('../edit/run-clone.ts')
    await runClone(session, flags)
  })
}

const CLONE_EXAMPLES = `
Examples:
  skein clone @last --dry-run
  skein clone 5e551017 --title "before the rewrite"
  skein clone 5e551017 --to-project ../other-checkout
`

export function addFork(program: Command): void {
  const command = program
    .command('fork <session>')
    .description('make a copy that ends at an entry, a turn or a branch')
    .option('--at <entry>', 'last entry: a uuid, the start of one, a line, or a turn (t5)')
    .option('--before <prompt>', 'end before this prompt (an entry or a turn, t5) and print its text')
    .option('--branch <number>', 'end where this branch ends (`skein tree` lists them)', (text) =>
      atLeast(text, 1),
    )
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', FORK_EXAMPLES).action(async (session: string, flags: ForkFlags) => {
    const { runFork } = await import('../edit/run-fork.ts')
    await runFork(session, flags)
  })
}

const FORK_EXAMPLES = `
An answer and the results of its calls stay together, even if the entry is in the middle.

Examples:
  skein fork @last --at t5
  skein fork @last --before t6
  skein fork 5e551017 --branch 2
`

export function addSplit(program: Command): void {
  const command = program
    .command('split <session>')
    .description('make two sessions: before a turn, and from it on')
    .requiredOption('--turn <number>', 'first turn of the second session', (text) => atLeast(text, 1))
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', SPLIT_EXAMPLES).action(async (session: string, flags: SplitFlags) => {
    const { runSplit } = await import('../edit/run-split.ts')
    await runSplit(session, flags)
  })
}

const SPLIT_EXAMPLES = `
Examples:
  skein split @last --turn 12 --dry-run
`

export function addMerge(program: Command): void {
  const command = program
    .command('merge <session>')
    .description('make a copy with the conclusion of a branch added as a prompt')
    .requiredOption('--from-branch <number>', 'number of the branch (`skein tree` lists them)', (text) =>
      atLeast(text, 1),
    )
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', MERGE_EXAMPLES).action(async (session: string, flags: MergeFlags) => {
    const { runMerge } = await import('../edit/run-merge.ts')
    await runMerge(session, flags)
  })
}

const MERGE_EXAMPLES = `
What was asked and answered on the branch becomes one prompt at the end of the conversation.

Examples:
  skein tree @last
  skein merge @last --from-branch 1
`

export function addUndo(program: Command): void {
  const command = program
    .command('undo [session]')
    .description('undo the last edit, or the one that made this session (archived first)')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command
    .addHelpText('after', UNDO_EXAMPLES)
    .action(async (session: string | undefined, flags: UndoFlags) => {
      const { runUndo } = await import('../edit/run-undo.ts')
      await runUndo(session, flags)
    })
}

const UNDO_EXAMPLES = `
Refused if the session was continued or a running program has it open.

Examples:
  skein undo
  skein undo 5e551017
`
