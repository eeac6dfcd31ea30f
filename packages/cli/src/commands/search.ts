import type { Command } from 'commander'
import type { SearchFlags } from '../search/run-search.ts'
import { atLeast, printOptions, revealOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addSearch(program: Command): void {
  const command = program
    .command('search [query...]')
    .description('search everything that was said, run, read or written, newest first')
    .option('--limit <number>', 'number of hits', (text) => atLeast(text, 1), 20)
    .option('--rank [newest]', 'best first, among the newest hits (default: 500)', (text) => atLeast(text, 1))
    .option('--save <name>', 'save the query; use it later as @name')
    .option('--saved', 'list saved queries')
    .option('--forget <name>', 'delete a saved query')
    .addOption(revealOption())
    // `-tool:Bash` and `-draft` belong to the query.
    .allowUnknownOption()
  for (const option of [...storeOptions(), ...printOptions()]) command.addOption(option)
  command.addHelpText('after', HELP).action(async (words: string[], flags: SearchFlags) => {
    const mistyped = words.find((word) => /^--./.test(word) && !isBehindDashes(word))
    // Read again by itself, and refused in the words that all commands have for it.
    if (mistyped !== undefined)
      await command.allowUnknownOption(false).parseAsync([mistyped], { from: 'user' })
    const { runSearch } = await import('../search/run-search.ts')
    await runSearch(words, flags)
  })
}

/** What follows `--` is all query. */
function isBehindDashes(word: string): boolean {
  const dashes = process.argv.indexOf('--')
  return dashes !== -1 && process.argv.indexOf(word) > dashes
}

const HELP = `
Words:    login            anywhere, also inside words and in any script
          "exact phrase"   these words in this order
          log*             at the start of a word
          /reg.*ex/        a regular expression
          a b, a OR b, -c  and, or, not; ( ) group
Filters:  project: session: branch: model: tool: file: title: pr:
          is:error is:human is:thinking is:subagent is:archived
          before:2026-03-01 after:7d  cost:>0.5  turn:3  exit:1
          -tool:Bash       a minus negates a filter
Options:  "--force"        search for an option: quote it, or put it after --

\`skein show SESSION --at ENTRY\` opens a hit. docs/search.md has the whole language.

Examples:
  skein search "connection refused" tool:Bash after:7d
  skein search file:schema.sql is:human
  skein search 'exit:>0 npm test' --rank
  skein search --save flaky 'is:error (timeout OR ECONNRESET)'
  skein search @flaky project:shop
`
