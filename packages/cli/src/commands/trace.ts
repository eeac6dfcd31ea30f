import { Option, type Command } from 'commander'
import type { InstallFlags } from '../trace/run-install.ts'
import { colourOption, jsonOption } from './options.ts'

export function addTrace(program: Command): void {
  const trace = program
    .command('trace')
    .description('every turn as a trace in Langfuse or any OpenTelemetry backend')
    .addHelpText('after', EXAMPLES)
  addInstall(trace)
  addHook(trace)
}

function addInstall(trace: Command): void {
  const command = trace
    .command('install')
    .description('put the hook into the settings of Claude Code, or take it out')
    .addOption(
      new Option('--user', 'for all projects, in your own settings (unless said)').conflicts([
        'project',
        'local',
      ]),
    )
    .addOption(
      new Option('--project', 'for this project, in the settings it shares').conflicts(['user', 'local']),
    )
    .addOption(
      new Option('--local', 'for this project, in the settings that are yours alone').conflicts([
        'user',
        'project',
      ]),
    )
    .option('--uninstall', 'take it out again')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('-y, --yes', 'do not ask')
  for (const option of [jsonOption(), colourOption()]) command.addOption(option)
  command.addHelpText('after', INSTALL_EXAMPLES).action(async (flags: InstallFlags) => {
    const { runInstall } = await import('../trace/run-install.ts')
    await runInstall(flags)
  })
}

/** `bin/skein.js` runs the hook itself, before any of this is loaded; it stands here for the help. */
function addHook(trace: Command): void {
  trace
    .command('hook')
    .description('what Claude Code runs when a turn ends: notes where to look, and starts the exporter')
    .action(() => {})
  trace
    .command('drain', { hidden: true })
    .description('what the hook starts: sends what was noted')
    .action(async () => {
      const { runDrain } = await import('../trace/run-drain.ts')
      await runDrain()
    })
}

const EXAMPLES = `
Examples:
  skein trace install
`

const INSTALL_EXAMPLES = `
The settings file keeps everything else, byte by byte; a copy of it is put beside it first.

Examples:
  skein trace install --dry-run
  skein trace install --local
  skein trace install --uninstall
`
