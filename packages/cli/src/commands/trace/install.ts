import { Option, type Command } from 'commander'
import type { InstallFlags } from '../../trace/run-install.ts'
import { colourOption, jsonOption } from '../options.ts'

export function addTraceInstall(trace: Command): void {
  const command = trace
    .command('install')
    .description('add the hook to the settings of Claude Code, or remove it')
    .addOption(
      new Option('--user', 'for all projects, in your own settings (default)').conflicts([
        'project',
        'local',
      ]),
    )
    .addOption(
      new Option('--project', 'for this project, in its shared settings').conflicts(['user', 'local']),
    )
    .addOption(
      new Option('--local', 'for this project, in your local settings').conflicts(['user', 'project']),
    )
    .option('--uninstall', 'remove the hook')
    .option('--dry-run', 'show what would change; write nothing')
    .option('-y, --yes', 'do not ask')
  for (const option of [jsonOption(), colourOption()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (flags: InstallFlags) => {
    const { runInstall } = await import('../../trace/run-install.ts')
    await runInstall(flags)
  })
}

const EXAMPLES = `
Everything else in the settings file stays, byte for byte. A backup copy is made first.

Examples:
  skein trace install --dry-run
  skein trace install --local
  skein trace install --uninstall
`
