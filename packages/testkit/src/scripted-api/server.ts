import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { messageEvents, wholeMessage, type StreamEvent } from './events.ts'
import type { CutReply, ErrorReply, MessageReply, ScriptedReply } from './reply.ts'

/** A request as the program made it; headers that carry a secret are left out. */
export interface RecordedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

/** Chooses the reply to the `index`-th Messages request (0-based). */
export type Script = (request: RecordedRequest, index: number) => ScriptedReply

/**
 * A Messages API on loopback that answers from a script.
 *
 * Contract: listens on a free port of 127.0.0.1 only; records every request in arrival order; a Messages
 * request past the end of a list of replies gets the list's last reply; every other path gets an empty answer,
 * so that a client which probes or reports is never kept waiting. Message ids count up from `msg_scripted_0001`, or from
 * another number for sessions that hold answers of an earlier API: one id is one message to the program.
 */
export class ScriptedApi {
  readonly requests: RecordedRequest[] = []
  readonly #script: Script
  readonly #server: Server
  readonly #firstId: number
  #served = 0

  private constructor(script: Script, firstId: number) {
    this.#script = script
    this.#firstId = firstId
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  static async start(script: Script | ScriptedReply[], firstId = 1): Promise<ScriptedApi> {
    const api = new ScriptedApi(typeof script === 'function' ? script : listScript(script), firstId)
    await new Promise<void>((resolve, reject) => {
      api.#server.once('error', reject)
      api.#server.listen(0, '127.0.0.1', resolve)
    })
    return api
  }

  get url(): string {
    // `address()` is a string only for pipes; this server always listens on a port.
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** The Messages requests alone, without probes, counts and reports. */
  get messageRequests(): RecordedRequest[] {
    return this.requests.filter(isMessagesRequest)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await recordRequest(incoming)
    this.requests.push(request)
    if (request.path.startsWith('/v1/messages/count_tokens')) return sendJson(response, { input_tokens: 10 })
    if (request.path.startsWith('/v1/models')) return sendJson(response, { data: [], has_more: false })
    if (!isMessagesRequest(request)) return sendJson(response, {})
    const index = this.#served++
    await sendReply(response, this.#script(request, index), {
      id: `msg_scripted_${String(index + this.#firstId).padStart(4, '0')}`,
      request,
    })
  }
}

function listScript(replies: ScriptedReply[]): Script {
  if (replies.length === 0) throw new Error('a script needs at least one reply')
  return (_request, index) => replies[Math.min(index, replies.length - 1)]
}

function isMessagesRequest(request: RecordedRequest): boolean {
  return request.method === 'POST' && /^\/v1\/messages(\?|$)/.test(request.path)
}

const secretHeaders = new Set(['authorization', 'x-api-key', 'cookie', 'proxy-authorization'])

async function recordRequest(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer) // no encoding is set: chunks are Buffers
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (!secretHeaders.has(name) && value !== undefined) headers[name] = String(value)
  }
  const raw = Buffer.concat(chunks).toString('utf8')
  return { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, body: parsedOrRaw(raw) }
}

function parsedOrRaw(raw: string): unknown {
  if (raw === '') return null
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

interface ReplyContext {
  id: string
  request: RecordedRequest
}

async function sendReply(
  response: ServerResponse,
  reply: ScriptedReply,
  context: ReplyContext,
): Promise<void> {
  if (reply.kind === 'error') return sendError(response, reply)
  const body = context.request.body as { model?: string; stream?: boolean } | null
  const shape = {
    id: context.id,
    model: body?.model ?? 'scripted',
    blocks: reply.blocks,
    ...(reply.kind === 'message' ? { stopReason: reply.stopReason, usage: reply.usage } : {}),
  }
  if (body?.stream !== true && reply.kind === 'message') return sendJson(response, wholeMessage(shape))
  await sendStream(response, messageEvents(shape), reply)
}

async function sendStream(
  response: ServerResponse,
  events: StreamEvent[],
  reply: MessageReply | CutReply,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_scripted' })
  const sent = reply.kind === 'cut' ? events.slice(0, reply.afterEvents) : events
  for (const { event, data } of sent) {
    if (reply.kind === 'message' && reply.pauseMs !== undefined) await pause(reply.pauseMs)
    await new Promise<void>((resolve) => {
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, () => resolve())
    })
  }
  if (reply.kind === 'cut') response.destroy()
  else response.end()
}

function sendError(response: ServerResponse, reply: ErrorReply): void {
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
  response.end(JSON.stringify({ type: 'error', error: { type: reply.errorType, message: reply.message } }))
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
