import { z } from 'zod'
import { filesLines } from '../files/files-lines.ts'
import { changedFiles } from '../files/changed-files.ts'
import { foundSession } from '../session/found-session.ts'
import { masked } from '../session/mask.ts'
import { openFound } from '../store/open-found.ts'
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
      const opened = await openFound(store, foundSession(store, session))
      try {
        const report = changedFiles(masked(opened, {}), path ?? null)
        const lines = Array.from(filesLines(report, plainScreen(), diff), (line) => `${line}\n`)
        return bounded(lines, max_chars, 'name a path')
      } finally {
        opened.close()
      }
    }),
})
