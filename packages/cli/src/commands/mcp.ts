import type { Command } from 'commander'
import type { StoreFlags } from '../store/open-store.ts'
import { storeOptions } from './store-options.ts'

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('run an MCP server (stdio) that lets agents search and read past sessions')
  for (const option of storeOptions()) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (flags: StoreFlags) => {
    const { runMcp } = await import('../mcp/run-mcp.ts')
    await runMcp(flags)
  })
}

const EXAMPLES = `
Tools: search, show, sessions, usage, files. Read-only; secrets are masked; answers are limited in length.

Examples:
  claude mcp add skein -- skein mcp
`
