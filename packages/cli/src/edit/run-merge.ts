import { mergeBranch } from '@skein/edit'
import { namedBranch } from './named-place.ts'
import { runEdit, type EditFlags } from './run-edit.ts'

export interface MergeFlags extends EditFlags {
  readonly fromBranch: number
}

export async function runMerge(name: string, flags: MergeFlags): Promise<void> {
  const { fromBranch, title, toProject } = flags
  await runEdit({
    name,
    flags,
    options: { fromBranch, title, toProject },
    operation: ({ session }) => [
      { draft: mergeBranch(session, { branch: namedBranch(session, fromBranch) }), called: 'merged' },
    ],
  })
}
