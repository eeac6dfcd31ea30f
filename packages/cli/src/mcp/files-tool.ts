import type { SessionFiles } from '@skein/view'
import { z } from 'zod'
import { filesLines } from '../files/files-lines.ts'
import { changedFiles } from '../files/changed-files.ts'
import { foundSession } from '../session/found-session.ts'
import { masked } from '../session/mask.ts'
import { openFound } from '../store/open-found.ts'
import { inertLine } from '../terminal/inert.ts'
import { shorten } from '../terminal/wrap.ts'
import { plainScreen } from './plain-screen.ts'
import { bounded } from './bounded.ts'
import { mostCharacters, sessionName, tool } from './tool.ts'

export const filesTool = tool({
  name: 'files',
  title: 'Files a session changed',
  description:
    'The files that a session changed, with their net diff where asked for, its git commits and pull requests.',
  input: z.object({
    session: sessionName,
    path: z.string().optional().describe('Only this file or folder'),
    diff: z.boolean().default(false).describe('With the changes themselves'),
    max_chars: mostCharacters,
  }),
  answer: ({ session, path, diff, max_chars }, remember) =>
    remember(async (store) => {
      const opened = await openFound(store, await foundSession(store, session))
      try {
        const { shellCommands, ...report } = changedFiles(masked(opened, {}), path ?? null)
        const lines = [
          ...filesLines({ ...report, shellCommands: [] }, plainScreen(), diff),
          ...shellLines(shellCommands),
        ]
        return bounded(
          lines.map((line) => `${line}\n`),
          max_chars,
          'name a path',
        )
      } finally {
        opened.close()
      }
    }),
})

/** The commands themselves: where a terminal says that there are some, an agent has no option to ask for them. */
function shellLines(commands: SessionFiles['shellCommands']): string[] {
  if (commands.length === 0) return []
  return [
    '',
    'Shell commands that may have changed, moved or deleted files too:',
    ...commands.map(({ command, turn }) => {
      const told = shorten(inertLine(command), COMMAND_SIGNS)
      return turn === null ? `  ${told}` : `  turn ${turn}: ${told}`
    }),
  ]
}

const COMMAND_SIGNS = 200
