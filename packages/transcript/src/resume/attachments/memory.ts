import type { JsonObject } from '../../bytes/bodies.ts'
import { isFilled, number, object, objects, remind, reminder, shown } from './family.ts'
import type { Family } from './family.ts'

export const memory: Family = {
  both: {
    nested_memory: ({ content }) => {
      const { path, content: text } = object(content)
      return remind(`Contents of ${shown(path)}:\n\n${shown(text)}`)
    },
  },
  modern: {
    relevant_memories: ({ memories }, now) =>
      objects(memories).map((memory, i) =>
        reminder(`${i === 0 ? RELEVANT : ''}${headOf(memory, now)}\n\n${shown(memory['content'])}`),
      ),
    instructions: ({ files }) => {
      const texts = objects(files).map(
        ({ path, type, content }) =>
          `Contents of ${shown(path)} (${KINDS.get(shown(type)) ?? GLOBAL}):\n\n${shown(content).trim()}`,
      )
      return texts.length === 0 ? [] : remind([OVERRIDING, ...texts].join('\n\n'))
    },
  },
}

const DAY_MS = 86_400_000

/** A memory is announced with its age from the second day on, unless the row holds how it was announced. */
function headOf({ path, mtimeMs, header }: JsonObject, now: number): string {
  if (isFilled(header)) return header
  const days = Math.floor((now - number(mtimeMs)) / DAY_MS)
  const age = `This memory is ${days} days old. Memories are point-in-time observations, not live state — claims about code behavior or file:line citations may be outdated. Verify against current code before asserting as fact.\n\n`
  return `${days >= 2 ? age : ''}Memory: ${shown(path)}:`
}

const RELEVANT =
  'Retrieved for possible relevance — use only if it actually applies to what the user asked.\n\n'
const OVERRIDING =
  'Codebase and user instructions are shown below. Be sure to adhere to these instructions. IMPORTANT: These instructions OVERRIDE any default behavior and you MUST follow them exactly as written.'
const GLOBAL = "user's private global instructions for all projects"
const KINDS = new Map([
  ['Managed', 'organization-managed policy instructions'],
  ['Project', 'project instructions, checked into the codebase'],
  ['Local', "user's private project instructions, not checked in"],
  ['AutoMem', "user's auto-memory, persists across conversations"],
])
