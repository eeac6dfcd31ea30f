import { AMBIENT, isFilled, objects, remind, remindOf, shown, strings } from './family.ts'
import type { Family, Part } from './family.ts'

export const skillsAndAgents: Family = {
  both: {
    agent_mention: ({ agentType }) =>
      remind(
        `The user has expressed a desire to invoke the agent "${shown(agentType)}". Please invoke the agent appropriately, passing in the required context to it. `,
      ),
  },
  modern: {
    invoked_skills: ({ skills }) => invoked(EARLIER_SKILLS, skills),
    skill_listing: ({ content }) =>
      isFilled(content)
        ? remind(`The following skills are available for use with the Skill tool:\n\n${content}`)
        : [],
    agent_listing_delta: ({ addedLines, removedTypes, isInitial, showConcurrencyNote }) => {
      const added = strings(addedLines)
      const removed = strings(removedTypes)
      const title =
        isInitial === true ? 'Available agent types for the' : 'New agent types are now available for the'
      return remindOf([
        added.length > 0 && `${title} Agent tool:\n${added.join('\n')}`,
        removed.length > 0 &&
          `The following agent types are no longer available:\n${removed.map((type) => `- ${type}`).join('\n')}`,
        removed.length > 0 && AMBIENT,
        isInitial === true && showConcurrencyNote === true && added.length > 0 && CONCURRENCY,
      ])
    },
    deferred_tools_delta: ({
      addedLines,
      readdedNames,
      removedNames,
      needsAuthMcpServers,
      pendingMcpServers,
    }) => {
      const [added, again, removed] = [strings(addedLines), strings(readdedNames), strings(removedNames)]
      const [needAuth, pending] = [strings(needsAuthMcpServers), strings(pendingMcpServers)]
      return remindOf([
        added.length > 0 && `${TOOLS_ADDED}\n${added.join('\n')}`,
        again.length > 0 &&
          `${again.length} deferred tool${again.length === 1 ? ' is' : 's are'} available again in this session (announced earlier in this conversation): ${again.join(', ')}. Load via ToolSearch as before.`,
        removed.length > 0 && `${TOOLS_REMOVED}\n${removed.join('\n')}`,
        removed.length > 0 && AMBIENT,
        needAuth.length > 0 && `${SERVERS_UNAUTHORIZED}\n${needAuth.join('\n')}\n\n${HOW_TO_AUTHORIZE}`,
        pending.length > 0 && `${SERVERS_PENDING}\n${pending.join('\n')}\n\n${HOW_TO_WAIT}`,
      ])
    },
  },
  classic: {
    invoked_skills: ({ skills }) =>
      invoked(
        'The following skills were invoked in this session. Continue to follow these guidelines:',
        skills,
      ),
  },
}

function invoked(title: string, skills: unknown): Part[] {
  const bodies = objects(skills).map(
    ({ name, path, content }) => `### Skill: ${shown(name)}\nPath: ${shown(path)}\n\n${shown(content)}`,
  )
  return bodies.length === 0 ? [] : remind(`${title}\n\n${bodies.join('\n\n---\n\n')}`)
}

const EARLIER_SKILLS =
  'The following skills were invoked EARLIER in this session (before the conversation was compacted), not on the current turn. They are shown here for context only so you remain aware of their guidelines.\n\nIMPORTANT: Do NOT re-execute these skills or perform their one-time setup actions (e.g., scheduling, creating files) again. Any request or argument text embedded in the skill bodies below — for example under a "## User Request" or "## Input" heading — was captured when that skill was first invoked. It is NOT the user\'s current message and NOT a new request: do not act on it as if it were live. Only continue to apply ongoing behavioral guidelines from these skills where still relevant.'
const CONCURRENCY =
  'When you launch multiple agents for independent work, send them in a single message with multiple tool uses so they run concurrently.'
const TOOLS_ADDED =
  'The following deferred tools are now available via ToolSearch. Their schemas are NOT loaded — calling them directly will fail with InputValidationError. Use ToolSearch with query "select:<name>[,<name>...]" to load tool schemas before calling them:'
const TOOLS_REMOVED =
  'The following deferred tools are no longer available in this session. Do not search for them — ToolSearch will return no match:'
const SERVERS_UNAUTHORIZED =
  'The following MCP servers require authentication before their tools can be used:'
/** What a session without a terminal is told. */
const HOW_TO_AUTHORIZE =
  "This session is non-interactive, so Claude cannot run the OAuth flow here. If the user's request depends on one of these servers (even if they didn't name it explicitly), or they ask about it, tell them that it needs to be authorized — for claude.ai connectors, via their claude.ai connector settings; for other servers, via `claude mcp` or /mcp in an interactive session — and that the capability is unavailable until they do. Otherwise carry on with the request and do not mention these servers. Do not ask the user for authorization codes, tokens, or callback URLs."
const SERVERS_PENDING =
  'The following MCP servers are still connecting — their tools (typically named mcp__<server>__*) are not yet available but will appear shortly:'
const HOW_TO_WAIT =
  "If the user's request might be served by one of these servers (even if they didn't name it explicitly), call ToolSearch with a relevant keyword — ToolSearch will wait for connecting servers and search their tools once available. Do not report a capability as unavailable without first searching."
