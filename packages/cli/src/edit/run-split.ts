import { splitSession } from '@skein/edit'
import { runEdit, type EditFlags } from './run-edit.ts'

export interface SplitFlags extends EditFlags {
  readonly turn: number
}

export async function runSplit(name: string, flags: SplitFlags): Promise<void> {
  const { turn, title, toProject } = flags
  await runEdit({
    name,
    flags,
    options: { turn, title, toProject },
    operation: ({ session }) => {
      const [before, after] = splitSession(session, turn)
      return [
        { draft: before, called: 'part 1' },
        { draft: after, called: 'part 2' },
      ]
    },
  })
}
