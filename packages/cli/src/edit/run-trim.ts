import { trimSession, type TrimOptions } from '@skein/edit'
import { runEdit, type EditFlags } from './run-edit.ts'

export interface TrimFlags extends EditFlags, TrimOptions {}

export async function runTrim(name: string, flags: TrimFlags): Promise<void> {
  const trim: TrimOptions = {
    preset: flags.preset,
    targetTokens: flags.targetTokens,
    tools: flags.tools,
    toolsOnly: flags.toolsOnly,
    olderThan: flags.olderThan,
    thinking: flags.thinking,
    images: flags.images,
    attachments: flags.attachments,
    supersededReads: flags.supersededReads,
    repeatedOutputs: flags.repeatedOutputs,
    failedRetries: flags.failedRetries,
    progress: flags.progress,
    bookkeeping: flags.bookkeeping,
    snapshots: flags.snapshots,
  }
  await runEdit({
    name,
    flags,
    options: { ...trim, title: flags.title, toProject: flags.toProject },
    operation: ({ session }) => [{ draft: trimSession(session, trim), called: 'trimmed' }],
  })
}
