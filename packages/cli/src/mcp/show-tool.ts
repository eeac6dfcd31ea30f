import { sessionExport } from '@skein/view'
import { z } from 'zod'
import { turnRange } from '../commands/options.ts'
import { findEntry } from '../session/find-entry.ts'
import { foundSession } from '../session/found-session.ts'
import { masked } from '../session/mask.ts'
import { aboutOf, assertTurns, toldOf } from '../session/whole.ts'
import { openFound } from '../store/open-found.ts'
import { bounded } from './bounded.ts'
import { mostCharacters, sessionName, tool } from './tool.ts'

export const showTool = tool({
  name: 'show',
  title: 'Read a past session',
  description:
    'A session as Markdown: prompts, answers, tool calls with their results, changes. Whole, some turns, or the turn that holds an entry.',
  input: z.object({
    session: sessionName,
    turns: z
      .string()
      .regex(/^(\d+|\d*\.\.\d*)$/)
      .optional()
      .describe('Turns to show: 3, 3..5, 3.. or ..5'),
    at: z
      .string()
      .optional()
      .describe('An entry (uuid or its beginning, or a line number): shows the turn that holds it'),
    max_chars: mostCharacters,
  }),
  answer: ({ session, turns, at, max_chars }, remember) =>
    remember(async (store) => {
      const opened = await openFound(store, await foundSession(store, session))
      try {
        const found = at === undefined ? null : findEntry(opened, at)
        const range =
          found !== null && found.turn >= 0
            ? { from: found.turn + 1, to: found.turn + 1 }
            : turns === undefined
              ? undefined
              : turnRange(turns)
        const shown = masked(found?.opened ?? opened, {})
        const told = toldOf(shown)
        const about = aboutOf(shown, told.session)
        assertTurns(range, about)
        const pieces = sessionExport('md', { about, told, range, images: false })
        return bounded(pieces, max_chars, `ask for turns, it has ${about.turnCount}`)
      } finally {
        opened.close()
      }
    }),
})
