import { Command, CommanderError } from 'commander'
import { addArchive } from './commands/archive.ts'
import { addBlame } from './commands/blame.ts'
import { addCheck } from './commands/check.ts'
import { addCompletion } from './commands/completion.ts'
import { addCompress, addOriginals } from './commands/compress.ts'
import { addContext } from './commands/context.ts'
import { addClone, addFork, addMerge, addSplit, addUndo } from './commands/copies.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExport } from './commands/export.ts'
import { addFiles } from './commands/files.ts'
import { addIndex } from './commands/index-command.ts'
import { addMove, addTag, addTitle } from './commands/labels.ts'
import { addLineage } from './commands/lineage.ts'
import { addLs } from './commands/ls.ts'
import { addMcp } from './commands/mcp.ts'
import { addSearch } from './commands/search.ts'
import { addShow } from './commands/show.ts'
import { addTail } from './commands/tail.ts'
import { addTree } from './commands/tree.ts'
import { addUsage } from './commands/usage.ts'
import { SkeinError } from './errors.ts'
import { packageVersion } from './package-folder.ts'

/** Runs one command line. Whatever is wrong with it is a `SkeinError` of code `usage`. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = createProgram(args[0])
  if (args.length === 0) return program.outputHelp()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw usageError(error, program, args)
  }
}

/** With the command that is asked for, or all of them where none is named: naming options takes time too. */
function createProgram(asked: string | undefined): Command {
  const program = new Command('skein')
    .description('Every Claude Code session of this machine: find, read, search, count, check and keep them.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    // `--version` behind a command is the command's own.
    .enablePositionalOptions()
    .exitOverride()
    // Errors leave through `formatError`, as one line.
    .configureOutput({ writeErr: () => {} })
    .addHelpText('after', EXAMPLES)
  const own = COMMANDS.find(([name]) => name === asked)
  for (const [, add] of own === undefined ? COMMANDS : [own]) add(program)
  return program
}

/** In the order of the help. Completion knows the whole program, so it is not named here for itself. */
const COMMANDS: readonly (readonly [name: string, add: (program: Command) => void])[] = [
  ['ls', addLs],
  ['search', addSearch],
  ['show', addShow],
  ['tail', addTail],
  ['usage', addUsage],
  ['context', addContext],
  ['files', addFiles],
  ['blame', addBlame],
  ['tree', addTree],
  ['lineage', addLineage],
  ['check', addCheck],
  ['doctor', addDoctor],
  ['export', addExport],
  ['clone', addClone],
  ['fork', addFork],
  ['split', addSplit],
  ['merge', addMerge],
  ['compress', addCompress],
  ['originals', addOriginals],
  ['move', addMove],
  ['title', addTitle],
  ['tag', addTag],
  ['undo', addUndo],
  ['archive', addArchive],
  ['index', addIndex],
  ['mcp', addMcp],
  ['demo', addDemo],
  ['', addCompletion],
]

const EXAMPLES = `
Examples:
  skein ls                              your sessions, last active first
  skein search "connection refused"     find anything that was ever said, run, read or written
  skein show @last                      the last session, turn by turn
  skein usage                           tokens and cost by day
  skein context @last                   what fills its window, what a resume drops
  skein archive                         keep all sessions before Claude Code deletes them
  skein demo                            the sessions that come with Skein

A session is named by its id, the beginning of one, its title, @last, or its transcript (.jsonl); - is standard input.
Originals are never changed. Skein keeps its own data in $SKEIN_HOME (~/.local/share/skein).
Exit codes: 0 done, 1 the data is at fault, 2 the command line is, 130 stopped by Ctrl-C.
`

function usageError(error: CommanderError, program: Command, args: readonly string[]): SkeinError {
  // `skein export` without more: commander wants to print the help.
  const what =
    error.code === 'commander.help'
      ? 'a command is missing'
      : error.message.replace(/^error: /, '').replace(/\.$/, '')
  return new SkeinError('usage', what, { remedy: `see \`${helpFor(program, args)}\``, cause: error })
}

/** The help of the command that was meant. */
function helpFor(program: Command, args: readonly string[]): string {
  const words = ['skein']
  let command: Command | undefined = program
  for (const word of args) {
    command = command.commands.find((child) => child.name() === word)
    if (command === undefined) break
    words.push(word)
  }
  return `${words.join(' ')} --help`
}
