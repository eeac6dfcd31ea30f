import type { Command } from 'commander'

/** `bin/skein.js` runs the hook itself, before any of this is loaded; it stands here for the help. */
export function addTraceHook(trace: Command): void {
  trace
    .command('hook')
    .description('what Claude Code runs when a turn ends: notes where to look, and starts the exporter')
    .action(() => {})
  trace
    .command('drain', { hidden: true })
    .description('what the hook starts: sends what was noted')
    .action(async () => {
      const { runDrain } = await import('../../trace/run-drain.ts')
      await runDrain()
    })
}
