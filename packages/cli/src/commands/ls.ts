import { Option, type Command } from 'commander'
import type { LsOptions, SortBy } from '../list/run-ls.ts'
import { atLeast, printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addLs(program: Command): void {
  const command = program
    .command('ls [words...]')
    .description('list sessions, last active first; words match titles, names and first prompts')
    .option('--all', 'list all sessions')
    .option('--limit <number>', 'number of sessions', (text) => atLeast(text, 1), 30)
    .addOption(new Option('--sort <by>', 'sort order').choices(ORDERS).default('active'))
    .option('--project <part>', 'only projects whose path contains this')
    .option('--model <part>', 'only sessions of models whose name contains this')
    .option('--branch <part>', 'only git branches whose name contains this')
    .option('--pr <number>', 'only sessions of this pull request', (text) => atLeast(text, 1))
    .option('--since <date>', 'only sessions active since (2026-03-01, 7d, yesterday)')
    .option('--until <date>', 'only sessions last active before')
    .option('--live', 'only sessions open in a running Claude Code')
    .option('--archived', 'only sessions that exist only in the archive')
    .option('--lost', 'list prompts whose sessions are gone (from history.jsonl)')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (words: string[], options: LsOptions) => {
    const { runLs } = await import('../list/run-ls.ts')
    await runLs(words, options)
  })
}

const EXAMPLES = `
Marks: ● live, ▣ archived (Claude Code deleted it, Skein kept it). A + after a cost: some models have no known price.

Examples:
  skein ls
  skein ls login --project shop --since 7d
  skein ls --sort cost --limit 10
  skein ls --json | jq '.sessions[] | select(.cost > 1) | .id'
`

const ORDERS: readonly SortBy[] = ['active', 'cost', 'tokens', 'turns', 'size', 'title']
