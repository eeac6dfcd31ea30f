import type { JsonObject } from '../bytes/bodies.ts'
import { datesAndTokens } from './attachments/dates-and-tokens.ts'
import type { Part, Renderer } from './attachments/family.ts'
import { files } from './attachments/files.ts'
import { hooks } from './attachments/hooks.ts'
import { ide } from './attachments/ide.ts'
import { mcp } from './attachments/mcp.ts'
import { memory } from './attachments/memory.ts'
import { planMode } from './attachments/plan-mode.ts'
import { queuedPrompts } from './attachments/queued-prompts.ts'
import { session } from './attachments/session.ts'
import { skillsAndAgents } from './attachments/skills-and-agents.ts'
import { tasksAndTodos } from './attachments/tasks-and-todos.ts'

/**
 * What a version sends for an attachment it renders itself, one part a message.
 *
 * Types it does not know are silent. So are, here, those that would repeat pages of the program's own
 * instructions (`plan_mode`, `plan_mode_reentry`, `auto_mode`, `environment`), and notebooks among files.
 */
export function knownAttachment(attachment: JsonObject, shaping: 'modern' | 'classic', now: number): Part[] {
  const { type } = attachment
  const renderer = typeof type === 'string' ? RENDERERS[shaping].get(type) : undefined
  return renderer === undefined ? [] : renderer(attachment, now)
}

const FAMILIES = [
  hooks,
  files,
  ide,
  tasksAndTodos,
  datesAndTokens,
  queuedPrompts,
  planMode,
  skillsAndAgents,
  mcp,
  memory,
  session,
]

const RENDERERS = { modern: renderersOf('modern'), classic: renderersOf('classic') }

function renderersOf(shaping: 'modern' | 'classic'): ReadonlyMap<string, Renderer> {
  return new Map(FAMILIES.flatMap((family) => Object.entries({ ...family.both, ...family[shaping] })))
}
