import {
  jsonNodes,
  withAppended,
  withoutChild,
  type JsonArray,
  type JsonNode,
  type JsonObject,
} from './json-text.ts'
import { SettingsProblem } from './settings-problem.ts'

/** The events that close a turn, a sub-agent and a session. */
export const HOOKED_EVENTS = ['Stop', 'SubagentStop', 'SessionEnd'] as const

/**
 * The text of a settings file with our hook for every event, and all else as it is, byte by byte. With our hook
 * already there, the text itself.
 */
export function withHook(text: string, command: string): string {
  if (text.startsWith(BOM)) return BOM + withHook(text.slice(1), command)
  const begun = text.trim() === '' ? '{}\n' : text
  if (isInstalled(begun, command)) return text
  return HOOKED_EVENTS.reduce((settings, event) => added(settings, event, command), withoutHook(begun))
}

const BOM = '\uFEFF'

/** The text without our hooks, and without what is empty for that reason. */
export function withoutHook(text: string): string {
  if (text.startsWith(BOM)) return BOM + withoutHook(text.slice(1))
  if (text.trim() === '') return text
  let rest = text
  for (;;) {
    const next = withoutFirst(rest)
    if (next === rest) return rest
    rest = next
  }
}

/** Whether a command is our hook, from whatever place it was installed. */
export function isOurCommand(command: string): boolean {
  return /(?:^|[\\/\s"'])skein(?:\.js|\.cmd)?["']? trace hook$/.test(command)
}

export const TIMEOUT_SECONDS = 10

function isInstalled(text: string, command: string): boolean {
  const hooks = hooksOf(rootOf(text))
  return HOOKED_EVENTS.every((event) => {
    const ours = groupsOf(hooks, event).flatMap(({ commands }) => commands.filter(isOurCommand))
    return ours.length === 1 && ours[0] === command
  })
}

function added(text: string, event: string, command: string): string {
  const group = { hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS }] }
  const root = rootOf(text)
  const hooks = hooksOf(root)
  if (hooks === null) return withAppended(text, root, { name: 'hooks', value: { [event]: [group] } })
  const groups = memberOf(hooks, event)
  if (groups === null) return withAppended(text, hooks, { name: event, value: [group] })
  return withAppended(text, arrayIn(groups, event), { value: group })
}

/** Takes one of our commands away, with the group, the event and the `hooks` that hold nothing else. */
function withoutFirst(text: string): string {
  const root = rootOf(text)
  const hooks = hooksOf(root)
  if (hooks === null) return text
  for (const [eventIndex, { name }] of hooks.members.entries()) {
    for (const { list, groups, groupIndex, commands } of groupsOf(hooks, name)) {
      const index = commands.findIndex(isOurCommand)
      if (index < 0) continue
      if (list.items.length > 1) return withoutChild(text, list, index)
      if (groups.items.length > 1) return withoutChild(text, groups, groupIndex)
      if (hooks.members.length > 1) return withoutChild(text, hooks, eventIndex)
      return withoutChild(
        text,
        root,
        root.members.findLastIndex((member) => member.value === hooks),
      )
    }
  }
  return text
}

interface Group {
  readonly groups: JsonArray
  readonly groupIndex: number
  readonly list: JsonArray
  /** A text for each item of the list; empty for what is no command. */
  readonly commands: readonly string[]
}

function groupsOf(hooks: JsonObject | null, event: string): Group[] {
  const node = hooks === null ? null : memberOf(hooks, event)
  if (node === null) return []
  const groups = arrayIn(node, event)
  return groups.items.flatMap((group, groupIndex) => {
    const list = group.kind === 'object' ? memberOf(group, 'hooks') : null
    if (list?.kind !== 'array') return []
    return [{ groups, groupIndex, list, commands: list.items.map(commandOf) }]
  })
}

function commandOf(item: JsonNode): string {
  const command = item.kind === 'object' ? memberOf(item, 'command') : null
  return command?.kind === 'scalar' && typeof command.value === 'string' ? command.value : ''
}

function rootOf(text: string): JsonObject {
  let root: JsonNode
  try {
    root = jsonNodes(text)
  } catch (cause) {
    throw new SettingsProblem('it is not JSON', { cause })
  }
  if (root.kind !== 'object') throw new SettingsProblem('it is not a JSON object')
  return root
}

function hooksOf(root: JsonObject): JsonObject | null {
  const hooks = memberOf(root, 'hooks')
  if (hooks === null || hooks.kind === 'object') return hooks
  throw new SettingsProblem('its "hooks" is not an object')
}

function arrayIn(node: JsonNode, event: string): JsonArray {
  if (node.kind === 'array') return node
  throw new SettingsProblem(`its "hooks.${event}" is not a list`)
}

/** As `JSON.parse` has it: of two members of one name the last. */
function memberOf(object: JsonObject, name: string): JsonNode | null {
  return object.members.findLast((member) => member.name === name)?.value ?? null
}
