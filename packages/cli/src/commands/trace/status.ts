import type { Command } from 'commander'
import type { TraceStatusFlags } from '../../trace/run-trace-status.ts'
import { colourOption, jsonOption } from '../options.ts'

export function addTraceStatus(trace: Command): void {
  const command = trace
    .command('status')
    .description('show targets, what arrived, what is pending and what failed')
  for (const option of [jsonOption(), colourOption()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (flags: TraceStatusFlags) => {
    const { runTraceStatus } = await import('../../trace/run-trace-status.ts')
    await runTraceStatus(flags)
  })
}

const EXAMPLES = `
Examples:
  skein trace status
  skein trace status --json | jq '.targets[].pending'
`
