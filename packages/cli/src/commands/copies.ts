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
    .description('a whole copy of a session that Claude Code resumes, under ids of its own')
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
    .description('a copy that ends at an entry, at a turn, or at the end of a branch')
    .option('--at <entry>', 'the last entry: a uuid, its beginning, a line, or a turn as t5')
    .option('--before <prompt>', 'end before this prompt (an entry, or a turn as t5) and hand its text back')
    .option('--branch <number>', 'end where this branch ends, as `skein tree` counts them', (text) =>
      atLeast(text, 1),
    )
  for (const option of editOptions()) command.addOption(option)
  command.addHelpText('after', FORK_EXAMPLES).action(async (session: string, flags: ForkFlags) => {
    const { runFork } = await import('../edit/run-fork.ts')
    await runFork(session, flags)
  })
}

const FORK_EXAMPLES = `
An answer and the results of its calls stay together: where the entry is in the middle of one, the rest comes along.

Examples:
  skein fork @last --at t5
  skein fork @last --before t6
  skein fork 5e551017 --branch 2
`

export function addSplit(program: Command): void {
  const command = program
    .command('split <session>')
    .description('two sessions: what was said before a turn, and what was said from it on')
    .requiredOption('--turn <number>', 'the first turn of the second session', (text) => atLeast(text, 1))
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
    .description('a copy in which the conclusion of a branch is brought back as a prompt')
    .requiredOption('--from-branch <number>', 'the branch, as `skein tree` counts them', (text) =>
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
    .description('take the last edit back, or the one that made this session; the archive keeps it')
  for (const option of [...storeOptions(), jsonOption(), colourOption()]) command.addOption(option)
  command
    .addHelpText('after', UNDO_EXAMPLES)
    .action(async (session: string | undefined, flags: UndoFlags) => {
      const { runUndo } = await import('../edit/run-undo.ts')
      await runUndo(session, flags)
    })
}

const UNDO_EXAMPLES = `
A session that was continued, or that a running program has open, is left as it is.

Examples:
  skein undo
  skein undo 5e551017
`
