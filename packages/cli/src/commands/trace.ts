import type { Command } from 'commander'
import { addTraceHook } from './trace/hook.ts'
import { addTraceInstall } from './trace/install.ts'
import { addTraceSend } from './trace/send.ts'
import { addTraceShow } from './trace/show.ts'
import { addTraceStatus } from './trace/status.ts'

/** Each of its commands is a file of `trace/`. */
export function addTrace(program: Command): void {
  const trace = program
    .command('trace')
    .description('show turns as spans, or send them to Langfuse or OpenTelemetry')
  for (const add of [addTraceInstall, addTraceShow, addTraceSend, addTraceStatus, addTraceHook]) add(trace)
}
