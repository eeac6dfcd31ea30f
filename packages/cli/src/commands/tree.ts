import type { Command } from 'commander'
import type { TreeOptions } from '../tree/run-tree.ts'
import { printOptions, revealOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addTree(program: Command): void {
  const command = program
    .command('tree <session>')
    .description('show turns, branches, compactions and sub-agents as a tree')
  for (const option of [revealOption(), ...printOptions(), ...storeOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, options: TreeOptions) => {
    const { runTree } = await import('../tree/run-tree.ts')
    await runTree(session, options)
  })
}

const EXAMPLES = `
Examples:
  skein tree session.jsonl
  skein tree session.jsonl --width 60
  skein tree session.jsonl --json | jq '.nodes[] | select(.kind == "branch")'

Use turn numbers with \`skein show --turn\`, branch numbers with \`skein show --branch\`.
`
