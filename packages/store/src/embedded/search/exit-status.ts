import type { JsonObject } from '@skein/transcript'

/**
 * The exit status of the command whose result a row holds; null where the row holds none, or does not
 * say. A failed command begins its result with `Exit code N`; one that ended well says nothing.
 */
export function exitStatus(row: JsonObject): number | null {
  const blocks = contentBlocks(row)
  const result = blocks.find((block) => block['type'] === 'tool_result')
  if (result === undefined) return null
  const details = row['toolUseResult']
  const code = isObject(details) ? numberIn(details) : null
  if (code !== null) return code
  const said = /^(?:Error: )?Exit code (\d+)/.exec(firstText(result['content']))
  if (said !== null) return Number(said[1])
  return isObject(details) && endedWell(details) && result['is_error'] !== true ? 0 : null
}

function numberIn(details: JsonObject): number | null {
  const task = details['task']
  for (const holder of [details, isObject(task) ? task : {}])
    if (typeof holder['exitCode'] === 'number') return holder['exitCode']
  const interpreted = details['returnCodeInterpretation']
  const said = typeof interpreted === 'string' ? /exit code (\d+)/i.exec(interpreted) : null
  return said === null ? null : Number(said[1])
}

/** The shape of a shell command's result that ran to its end, and about which nothing special is said. */
function endedWell(details: JsonObject): boolean {
  return (
    typeof details['stdout'] === 'string' &&
    typeof details['stderr'] === 'string' &&
    details['interrupted'] !== true &&
    typeof details['backgroundTaskId'] !== 'string' &&
    typeof details['returnCodeInterpretation'] !== 'string'
  )
}

function contentBlocks(row: JsonObject): JsonObject[] {
  const message = row['message']
  const content = isObject(message) && Array.isArray(message['content']) ? message['content'] : row['content']
  return Array.isArray(content) ? content.filter(isObject) : []
}

function firstText(content: unknown): string {
  if (typeof content === 'string') return content
  const first: unknown = Array.isArray(content) ? content[0] : null
  return isObject(first) && typeof first['text'] === 'string' ? first['text'] : ''
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
