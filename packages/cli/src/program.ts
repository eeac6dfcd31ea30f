import { Command, CommanderError } from 'commander'
import { addCheck } from './commands/check.ts'
import { addDemo } from './commands/demo.ts'
import { addExport } from './commands/export-api.ts'
import { addShow } from './commands/show.ts'
import { SkeinError } from './errors.ts'
import { packageVersion } from './package-folder.ts'

/** Runs one command line. Whatever is wrong with it is a `SkeinError` of code `usage`. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = createProgram()
  if (args.length === 0) return program.outputHelp()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw usageError(error)
  }
}

function createProgram(): Command {
  const program = new Command('skein')
    .description(
      'Reads the transcripts that Claude Code writes: shows them, checks them, says what a resume sends.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    // Errors leave through `formatError`, as one line.
    .configureOutput({ writeErr: () => {} })
    .addHelpText('after', EXAMPLES)
  addDemo(program)
  addShow(program)
  addCheck(program)
  addExport(program)
  return program
}

const EXAMPLES = `
Examples:
  skein demo                            the sessions that come with Skein
  skein show session.jsonl              a session, turn by turn
  skein show session.jsonl --turn 3 --full
  skein check session.jsonl             what is in it, what is damaged, what a resume drops
  skein export api session.jsonl > messages.json
  cat session.jsonl | skein show -

A file is a transcript (.jsonl) under the projects folder of Claude Code; - is standard input.
Exit codes: 0 done, 1 the data is at fault, 2 the command line is.
`

function usageError(error: CommanderError): SkeinError {
  // `skein export` without more: commander wants to print the help.
  const what =
    error.code === 'commander.help' ? 'a command is missing' : error.message.replace(/^error: /, '')
  return new SkeinError('usage', what, { remedy: 'see `skein --help`', cause: error })
}
