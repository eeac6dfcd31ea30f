import type { ScriptedBlock, ScriptedUsage } from './reply.ts'

/** One server-sent event of the Messages API. */
export interface StreamEvent {
  event: string
  data: Record<string, unknown>
}

export interface MessageShape {
  id: string
  model: string
  blocks: ScriptedBlock[]
  stopReason?: string | undefined
  usage?: ScriptedUsage | undefined
}

/** The events of one streamed message, in the order the real API sends them. */
export function messageEvents(shape: MessageShape): StreamEvent[] {
  const { blocks, ...head } = messageBody(shape)
  const start = { ...head, content: [], stop_reason: null }
  return [
    { event: 'message_start', data: { type: 'message_start', message: start } },
    ...blocks.flatMap(blockEvents),
    {
      event: 'message_delta',
      data: {
        type: 'message_delta',
        delta: { stop_reason: head.stop_reason, stop_sequence: null },
        usage: head.usage,
      },
    },
    { event: 'message_stop', data: { type: 'message_stop' } },
  ]
}

/** The body of a reply that is not streamed. */
export function wholeMessage(shape: MessageShape): Record<string, unknown> {
  const { blocks, ...head } = messageBody(shape)
  return { ...head, content: blocks }
}

function messageBody(shape: MessageShape) {
  const callsTool = shape.blocks.some((block) => block.type === 'tool_use')
  return {
    id: shape.id,
    type: 'message',
    role: 'assistant',
    model: shape.model,
    blocks: shape.blocks,
    stop_reason: shape.stopReason ?? (callsTool ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 5,
      ...shape.usage,
    },
  }
}

function blockEvents(block: ScriptedBlock, index: number): StreamEvent[] {
  return [
    {
      event: 'content_block_start',
      data: { type: 'content_block_start', index, content_block: emptyBlock(block) },
    },
    ...blockDeltas(block).map((delta) => ({
      event: 'content_block_delta',
      data: { type: 'content_block_delta', index, delta },
    })),
    { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
  ]
}

function emptyBlock(block: ScriptedBlock): Record<string, unknown> {
  if (block.type === 'text') return { type: 'text', text: '' }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return { type: 'tool_use', id: block.id, name: block.name, input: {} }
}

function blockDeltas(block: ScriptedBlock): Record<string, unknown>[] {
  if (block.type === 'text') return halves(block.text).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'tool_use')
    return halves(JSON.stringify(block.input)).map((json) => ({
      type: 'input_json_delta',
      partial_json: json,
    }))
  return [
    { type: 'thinking_delta', thinking: block.thinking },
    { type: 'signature_delta', signature: block.signature },
  ]
}

/** Two deltas a block, so that a reader which keeps only the last one is noticed. */
function halves(value: string): string[] {
  const middle = Math.ceil(value.length / 2)
  return [value.slice(0, middle), value.slice(middle)].filter((part) => part !== '')
}
