import { parseQuery, searchResult } from '@skein/store'
import { z } from 'zod'
import { SkeinError } from '../errors.ts'
import { shownHits } from '../search/shown-hits.ts'
import { priceTable } from '../store/price-table.ts'
import { isoTime } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { bounded } from './bounded.ts'
import { mostCharacters, tool } from './tool.ts'

export const searchTool = tool({
  name: 'search',
  title: 'Search past sessions',
  description:
    'Finds prompts, answers, commands, results, errors and file paths in all past Claude Code sessions, newest first. ' +
    'Words are substrings and all must occur; "exact phrase", word*, /regex/, OR, -not. Filters: project: session: ' +
    'branch: model: tool: file: is:error is:human is:thinking is:subagent before:2026-03-01 after:7d turn: exit:1 pr:',
  input: z.object({
    query: z.string().min(1).describe('What to look for, e.g. `"connection refused" tool:Bash after:7d`'),
    limit: z.number().int().min(1).max(100).default(20),
    max_chars: mostCharacters,
  }),
  answer: ({ query, limit, max_chars }, remember) =>
    remember(async (store) => {
      const parsed = parseQuery(query, { now: Date.now() })
      if ('problem' in parsed)
        throw new SkeinError('usage', parsed.problem.message, {
          remedy: `at character ${parsed.problem.at + 1} of the query`,
        })
      const found = await searchResult(store.search(parsed.query, { limit, prices: priceTable(store.home) }))
      const { hits, more } = shownHits(found)
      if (hits.length === 0) return 'Nothing found.'
      const lines = hits.map(({ session, uuid, line, time, field, tool: name, cwd, snippet }) => {
        const where = [isoTime(time) ?? '', name === null ? field : `${name} ${field}`, cwd]
          .filter(Boolean)
          .map(inertLine)
        return `session ${inertLine(session)} at ${uuid === null ? line : inertLine(uuid)} (${where.join(', ')})\n  ${inertLine(snippet.text)}\n`
      })
      return bounded([...lines, more ? 'There are more: raise limit.\n' : ''], max_chars, 'narrow the query')
    }),
})
