import { Option, type Command } from 'commander'
import type { LsOptions, SortBy } from '../list/run-ls.ts'
import { atLeast, printOptions } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addLs(program: Command): void {
  const command = program
    .command('ls [words...]')
    .description('sessions, last active first; words are looked for in titles, names and first prompts')
    .option('--all', 'all of them, not only the newest')
    .option('--limit <number>', 'how many', (text) => atLeast(text, 1), 30)
    .addOption(new Option('--sort <by>', 'order').choices(ORDERS).default('active'))
    .option('--project <part>', 'whose path has this part')
    .option('--model <part>', 'that a model with this part in its name worked on')
    .option('--branch <part>', 'on a git branch with this part in its name')
    .option('--pr <number>', 'that belong to this pull request', (text) => atLeast(text, 1))
    .option('--since <date>', 'active since (2026-03-01, 7d, yesterday)')
    .option('--until <date>', 'last active before')
    .option('--live', 'that are open in a running Claude Code')
    .option('--archived', 'that are only in the archive any more')
    .option('--lost', 'prompts that only the history kept; their sessions are gone')
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (words: string[], options: LsOptions) => {
    const { runLs } = await import('../list/run-ls.ts')
    await runLs(words, options)
  })
}

const EXAMPLES = `
Marks: ● live, ▣ archived (Claude Code deleted it, Skein kept it). Costs with + lack tokens of models without a price.

Examples:
  skein ls
  skein ls login --project shop --since 7d
  skein ls --sort cost --limit 10
  skein ls --json | jq '.sessions[] | select(.cost > 1) | .id'
`

const ORDERS: readonly SortBy[] = ['active', 'cost', 'tokens', 'turns', 'size', 'title']
