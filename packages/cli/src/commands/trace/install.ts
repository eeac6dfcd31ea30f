import { Option, type Command } from 'commander'
import type { InstallFlags } from '../../trace/run-install.ts'
import { colourOption, jsonOption } from '../options.ts'

export function addTraceInstall(trace: Command): void {
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
  command.addHelpText('after', EXAMPLES).action(async (flags: InstallFlags) => {
    const { runInstall } = await import('../../trace/run-install.ts')
    await runInstall(flags)
  })
}

const EXAMPLES = `
The settings file keeps everything else, byte by byte; a copy of it is put beside it first.

Examples:
  skein trace install --dry-run
  skein trace install --local
  skein trace install --uninstall
`
