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
import { addRedact, addRepair } from './commands/mending.ts'
import { addSearch } from './commands/search.ts'
import { addDevices, addPair, addServe } from './commands/serve.ts'
import { addShow } from './commands/show.ts'
import { addTail } from './commands/tail.ts'
import { addTrace } from './commands/trace.ts'
import { addTree } from './commands/tree.ts'
import { addTrim } from './commands/trim.ts'
import { addUsage } from './commands/usage.ts'
import { packageVersion } from './package-folder.ts'
import { usageError } from './usage-error.ts'
import { Output } from './terminal/output.ts'
import { StandardOutput } from './terminal/standard-output.ts'

/** Runs one command line. Whatever is wrong with it is a `SkeinError` of code `usage`. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const help: string[] = []
  const program = createProgram(args[0] ?? 'serve', (text) => help.push(text))
  try {
    // Alone it is the app.
    await program.parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw usageError(error, program, args)
  }
  if (help.length === 0) return
  const out = new Output(new StandardOutput())
  for (const text of help) await out.write(text)
  await out.end()
}

/** With the command that is asked for, or all of them where none is named: naming options takes time too. */
function createProgram(asked: string | undefined, writeOut: (text: string) => void): Command {
  const program = new Command('skein')
    .description(
      'Find, read, search, count, check, edit, trace and keep every Claude Code session on this machine.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    // `--version` behind a command is the command's own.
    .enablePositionalOptions()
    .exitOverride()
    // Errors leave through `formatError`, as one line.
    .configureOutput({ writeOut, writeErr: () => {} })
    .addHelpText('after', EXAMPLES)
  const own = COMMANDS.find(([name]) => name === asked)
  for (const [, add] of own === undefined ? COMMANDS : [own]) add(program)
  return program
}

/** In the order of the help. Completion knows the whole program, so it is not named here for itself. */
const COMMANDS: readonly (readonly [name: string, add: (program: Command) => void])[] = [
  ['serve', addServe],
  ['pair', addPair],
  ['devices', addDevices],
  ['ls', addLs],
  ['search', addSearch],
  ['show', addShow],
  ['tail', addTail],
  ['usage', addUsage],
  ['context', addContext],
  ['files', addFiles],
  ['blame', addBlame],
  ['tree', addTree],
  ['trace', addTrace],
  ['lineage', addLineage],
  ['check', addCheck],
  ['doctor', addDoctor],
  ['export', addExport],
  ['clone', addClone],
  ['fork', addFork],
  ['split', addSplit],
  ['merge', addMerge],
  ['trim', addTrim],
  ['compress', addCompress],
  ['originals', addOriginals],
  ['repair', addRepair],
  ['redact', addRedact],
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
  skein                                 the app, in your browser
  skein ls                              your sessions, last active first
  skein search "connection refused"     search everything that was said, run, read or written
  skein show @last                      the last session, turn by turn
  skein usage                           tokens and cost by day
  skein context @last                   what fills its context window
  skein archive                         archive all sessions before Claude Code deletes them
  skein demo                            demo sessions

Name a session by its id or the start of it, its title, @last, or its transcript (.jsonl); - is standard input.
Originals are never changed. Skein's own data is in $SKEIN_HOME (~/.local/share/skein).
Exit codes: 0 done, 1 problem with the data, 2 problem with the command line, 130 stopped by Ctrl-C.
`
