import { cloneSession } from '@skein/edit'
import { runEdit, type EditFlags } from './run-edit.ts'

export async function runClone(name: string, flags: EditFlags): Promise<void> {
  const { title, toProject } = flags
  await runEdit({
    name,
    flags,
    options: { title, toProject },
    operation: ({ session }) => [{ draft: cloneSession(session), called: 'clone' }],
  })
}
