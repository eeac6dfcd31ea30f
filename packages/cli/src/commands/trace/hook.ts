import type { Command } from 'commander'

/** `bin/skein.js` runs the hook itself, before any of this is loaded; it stands here for the help. */
export function addTraceHook(trace: Command): void {
  trace
    .command('hook')
    .description('run by Claude Code when a turn ends; starts the exporter')
    .action(() => {})
  trace
    .command('drain', { hidden: true })
    .description('started by the hook; sends what it noted')
    .action(async () => {
      const { runDrain } = await import('../../trace/run-drain.ts')
      await runDrain()
    })
}
