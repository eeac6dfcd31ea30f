/**
 * What the scripted API can be told to answer.
 * Contract: a reply is plain data; the server turns it into bytes and never invents content of its own.
 */
export type ScriptedReply = MessageReply | ErrorReply | CutReply

export interface MessageReply {
  kind: 'message'
  blocks: ScriptedBlock[]
  /** Defaults to `tool_use` when a tool is called, else `end_turn`. */
  stopReason?: string
  usage?: ScriptedUsage
  /** Pause before each streamed event, for tests of slow connections. */
  pauseMs?: number
}

export interface ErrorReply {
  kind: 'error'
  status: number
  errorType: string
  message: string
  headers?: Record<string, string>
}

/** Streams the start of a message and then destroys the socket. */
export interface CutReply {
  kind: 'cut'
  blocks: ScriptedBlock[]
  afterEvents: number
}

export type ScriptedBlock = TextBlock | ThinkingBlock | ToolUseBlock

export interface TextBlock {
  type: 'text'
  text: string
}

export interface ThinkingBlock {
  type: 'thinking'
  thinking: string
  signature: string
}

export interface ToolUseBlock {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
}

export interface ScriptedUsage {
  input_tokens?: number
  output_tokens?: number
  cache_creation_input_tokens?: number
  cache_read_input_tokens?: number
}

export function text(value: string): MessageReply {
  return { kind: 'message', blocks: [{ type: 'text', text: value }] }
}

export function message(...blocks: ScriptedBlock[]): MessageReply {
  return { kind: 'message', blocks }
}

export function toolUse(id: string, name: string, input: Record<string, unknown>): ToolUseBlock {
  return { type: 'tool_use', id, name, input }
}

export function thinking(value: string, signature: string): ThinkingBlock {
  return { type: 'thinking', thinking: value, signature }
}

/** 429: the client is expected to wait and try again. */
export function rateLimited(retryAfterSeconds = 0): ErrorReply {
  return {
    kind: 'error',
    status: 429,
    errorType: 'rate_limit_error',
    message: 'Rate limited',
    headers: { 'retry-after': String(retryAfterSeconds) },
  }
}

export function overloaded(): ErrorReply {
  return { kind: 'error', status: 529, errorType: 'overloaded_error', message: 'Overloaded' }
}

export function serverError(): ErrorReply {
  return { kind: 'error', status: 500, errorType: 'api_error', message: 'Internal server error' }
}

export function cutAfter(afterEvents: number, ...blocks: ScriptedBlock[]): CutReply {
  return { kind: 'cut', blocks, afterEvents }
}
