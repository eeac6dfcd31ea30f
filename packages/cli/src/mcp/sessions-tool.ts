import { shownValue } from '@skein/redact'
import { formatMoney } from '@skein/view'
import { z } from 'zod'
import { listedSession } from '../list/session-report.ts'
import { priceTable } from '../store/price-table.ts'
import { bounded } from './bounded.ts'
import { mostCharacters, tool } from './tool.ts'

export const sessionsTool = tool({
  name: 'sessions',
  title: 'List past sessions',
  description: 'Sessions, last active first, with title, project, turns, tokens and cost.',
  input: z.object({
    title: z.string().optional().describe('Part of the title, name or first prompt'),
    project: z.string().optional().describe("Part of the project's path"),
    limit: z.number().int().min(1).max(200).default(30),
    max_chars: mostCharacters,
  }),
  answer: ({ title, project, limit, max_chars }, remember) =>
    remember(async (store) => {
      const live = new Map((await store.live()).map((session) => [session.session, session]))
      const context = { live, prices: priceTable(store.home) }
      const filter = {
        ...(title === undefined ? {} : { title }),
        ...(project === undefined ? {} : { project }),
      }
      const { sessions } = await store.list(filter, { limit })
      const listed = shownValue(sessions.map((session) => listedSession(session, context)))
      const lines = listed.map(
        ({ id, title: name, project: folder, turns, tokens, cost, lastTime, state }) => {
          const money = formatMoney(cost === null ? null : Math.round(cost * 1e9))
          return `${id}  ${lastTime ?? ''}  ${name || '(no prompt)'}  [${folder}; ${turns} turns; ${tokens} tokens; ${money}; ${state}]\n`
        },
      )
      return lines.length === 0 ? 'No sessions found.' : bounded(lines, max_chars, 'narrow the list')
    }),
})
