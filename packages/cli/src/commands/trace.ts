import type { Command } from 'commander'
import { addTraceSend } from './trace/send.ts'
import { addTraceShow } from './trace/show.ts'
import { addTraceStatus } from './trace/status.ts'

/** Each of its commands is a file of `trace/`. */
export function addTrace(program: Command): void {
  const trace = program
    .command('trace')
    .description('turns as spans: generations, tools and sub-agents with their times and costs')
  for (const add of [addTraceShow, addTraceSend, addTraceStatus]) add(trace)
}
