import type { Command } from 'commander'
import type { TraceShowOptions } from '../../trace/run-trace-show.ts'
import { printOptions, revealOption, turnRange } from '../options.ts'
import { storeOptions } from '../store-options.ts'

export function addTraceShow(trace: Command): void {
  const command = trace
    .command('show <session>')
    .description('show the spans of a session as a waterfall, with tokens and cost')
    .option('--turn <turns>', 'only these turns: 3, 3..5, 3.. or ..5', turnRange)
    .option('--thinking', 'include thinking')
  for (const option of [revealOption(), ...printOptions(), ...storeOptions()]) command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, options: TraceShowOptions) => {
    const { runTraceShow } = await import('../../trace/run-trace-show.ts')
    await runTraceShow(session, options)
  })
}

const EXAMPLES = `
Turns are those of all branches and of what was compacted, in the order of the file: nothing that was paid is missing.

Examples:
  skein trace show @last
  skein trace show session.jsonl --turn 3 --width 160
  skein trace show session.jsonl --json | jq '.turns[].spans[] | select(.error)'
`
