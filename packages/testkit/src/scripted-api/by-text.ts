import { text, type ScriptedReply } from './reply.ts'
import type { RecordedRequest, Script } from './server.ts'

/**
 * A script that answers by what the last message says: the first key that occurs in it decides. Tool results name
 * their call's id, so an id is a key too. Whatever matches nothing (warm-ups, titles) gets a short text.
 */
export function byText(replies: [key: string, reply: ScriptedReply][]): Script {
  return (request) => {
    const last = lastMessage(request)
    return replies.find(([key]) => last.includes(key))?.[1] ?? text('ok')
  }
}

function lastMessage(request: RecordedRequest): string {
  const body = request.body as { messages?: { role: string }[] } | null // the Messages API's own shape
  return JSON.stringify(body?.messages?.findLast(({ role }) => role !== 'system') ?? '')
}
