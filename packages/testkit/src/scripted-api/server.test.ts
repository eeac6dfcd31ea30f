import { afterEach, describe, expect, it } from 'vitest'
import { byText } from './by-text.ts'
import {
  cutAfter,
  message,
  overloaded,
  rateLimited,
  serverError,
  text,
  thinking,
  toolUse,
  type ScriptedReply,
} from './reply.ts'
import { ScriptedApi, type Script } from './server.ts'

// Real HTTP on loopback: the client here reads the stream as any client of the Messages API does.

let api: ScriptedApi | undefined

afterEach(async () => {
  await api?.close()
  api = undefined
})

describe('a streamed message', () => {
  it('is text', async () => {
    expect(await streamed(text('hello'))).toEqual({
      id: 'msg_scripted_0001',
      model: 'm',
      stopReason: 'end_turn',
      content: [{ type: 'text', text: 'hello' }],
    })
  })

  it('carries thinking with its signature byte for byte', async () => {
    const { content } = await streamed(message(thinking('hm ✓', 'c2ln+/=='), { type: 'text', text: 'x' }))
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm ✓', signature: 'c2ln+/==' },
      { type: 'text', text: 'x' },
    ])
  })

  it('calls several tools at once', async () => {
    const calls = [
      toolUse('toolu_1', 'Read', { file_path: '/x' }),
      toolUse('toolu_2', 'Bash', { command: 'ls "a"' }),
    ]
    expect(await streamed(message(...calls))).toMatchObject({ stopReason: 'tool_use', content: calls })
  })

  it('takes a stop reason and usage from the script', async () => {
    const reply: ScriptedReply = { ...text('x'), stopReason: 'max_tokens', usage: { output_tokens: 77 } }
    const events = await eventsOf(await posted(await started([reply])))
    expect(events.find(({ type }) => type === 'message_delta')).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'max_tokens', stop_sequence: null },
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 77,
      },
    })
  })

  it('arrives whole though slowly', async () => {
    expect((await streamed({ ...text('slow'), pauseMs: 5 })).content).toEqual([
      { type: 'text', text: 'slow' },
    ])
  })

  it('is one JSON body for a client that does not stream', async () => {
    const response = await posted(await started([text('whole')]), { stream: false })
    expect(await response.json()).toMatchObject({
      id: 'msg_scripted_0001',
      role: 'assistant',
      content: [{ type: 'text', text: 'whole' }],
      stop_reason: 'end_turn',
    })
  })
})

describe('failures', () => {
  it.each([
    [429, 'rate_limit_error', rateLimited(3)],
    [529, 'overloaded_error', overloaded()],
    [500, 'api_error', serverError()],
  ])('answers %i', async (status, type, reply) => {
    const response = await posted(await started([reply]))
    const body = (await response.json()) as { error: { type: string } }
    expect([response.status, body.error.type]).toEqual([status, type])
  })

  it('says when to try again', async () => {
    const response = await posted(await started([rateLimited(3)]))
    expect(response.headers.get('retry-after')).toBe('3')
  })

  it('goes on with the script after a failure', async () => {
    const server = await started([serverError(), text('second')])
    expect((await posted(server)).status).toBe(500)
    expect(contentOf(await eventsOf(await posted(server)))).toEqual([{ type: 'text', text: 'second' }])
  })

  it('cuts the connection in the middle of a message', async () => {
    const response = await posted(await started([cutAfter(3, { type: 'text', text: 'never whole' })]))
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })
})

describe('the script', () => {
  it('repeats its last reply', async () => {
    const server = await started([text('one'), text('two')])
    const said: unknown[] = []
    for (let n = 0; n < 3; n++) said.push(contentOf(await eventsOf(await posted(server))))
    expect(said).toEqual([
      [{ type: 'text', text: 'one' }],
      [{ type: 'text', text: 'two' }],
      [{ type: 'text', text: 'two' }],
    ])
  })

  it('serves a sub-agent beside its parent, whichever asks first', async () => {
    const server = await started(
      byText([
        ['toolu_1', text('parent done')],
        ['task of the agent', text('agent done')],
        ['start', message(toolUse('toolu_1', 'Task', { prompt: 'task of the agent' }))],
      ]),
    )
    const ask = async (content: unknown) =>
      contentOf(await eventsOf(await posted(server, { messages: [{ role: 'user', content }] })))
    expect(await ask('task of the agent')).toEqual([{ type: 'text', text: 'agent done' }])
    expect(await ask('start')).toEqual([toolUse('toolu_1', 'Task', { prompt: 'task of the agent' })])
    expect(await ask([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }])).toEqual([
      { type: 'text', text: 'parent done' },
    ])
    expect(await ask('something else')).toEqual([{ type: 'text', text: 'ok' }])
  })

  it('needs a reply', async () => {
    await expect(ScriptedApi.start([])).rejects.toThrow('a script needs at least one reply')
  })
})

describe('recorded requests', () => {
  it('keep path and body, and no secret', async () => {
    const server = await started([text('x')])
    const messages = [{ role: 'user', content: 'päyload' }]
    await (
      await posted(server, { messages }, { 'x-api-key': 'k', authorization: 'Bearer t', 'x-kept': 'yes' })
    ).text()
    const [request] = server.requests
    expect({ method: request.method, path: request.path, body: request.body }).toEqual({
      method: 'POST',
      path: '/v1/messages?beta=true',
      body: { model: 'm', stream: true, messages },
    })
    expect(request.headers).toMatchObject({ 'x-kept': 'yes' })
    expect(Object.keys(request.headers)).not.toContain('x-api-key')
    expect(Object.keys(request.headers)).not.toContain('authorization')
  })

  it('answer probes without using up the script', async () => {
    const server = await started([text('first')])
    const count = await fetch(`${server.url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' })
    expect(await count.json()).toEqual({ input_tokens: 10 })
    expect(await (await fetch(`${server.url}/v1/models`)).json()).toEqual({ data: [], has_more: false })
    expect(
      await (await fetch(`${server.url}/api/anything`, { method: 'POST', body: 'no json' })).json(),
    ).toEqual({})
    expect(contentOf(await eventsOf(await posted(server)))).toEqual([{ type: 'text', text: 'first' }])
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/messages/count_tokens', {}],
      ['/v1/models', null],
      ['/api/anything', 'no json'],
      ['/v1/messages?beta=true', { model: 'm', stream: true, messages: [] }],
    ])
    expect(server.messageRequests).toHaveLength(1)
  })

  it('are served on loopback only', async () => {
    expect((await started([text('x')])).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

async function started(script: Script | ScriptedReply[]): Promise<ScriptedApi> {
  api = await ScriptedApi.start(script)
  return api
}

function posted(
  server: ScriptedApi,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'm', stream: true, messages: [], ...body }),
  })
}

async function streamed(reply: ScriptedReply): Promise<Record<string, unknown>> {
  const events = await eventsOf(await posted(await started([reply])))
  const start = events[0]['message'] as { id: string; model: string }
  const delta = events.find(({ type }) => type === 'message_delta')?.['delta'] as { stop_reason: string }
  expect(events.at(-1)).toEqual({ type: 'message_stop' })
  return { id: start.id, model: start.model, stopReason: delta.stop_reason, content: contentOf(events) }
}

type Event = Record<string, unknown>

async function eventsOf(response: Response): Promise<Event[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Event)
}

/** The blocks that the deltas add up to. */
function contentOf(events: Event[]): Event[] {
  const blocks: Event[] = []
  const json: string[] = []
  for (const event of events) {
    const index = event['index'] as number
    const delta = (event['delta'] ?? {}) as Record<string, string>
    if (event['type'] === 'content_block_start') blocks[index] = { ...(event['content_block'] as Event) }
    if (event['type'] === 'content_block_stop' && json[index] !== undefined)
      blocks[index]['input'] = JSON.parse(json[index])
    if (event['type'] !== 'content_block_delta') continue
    if (delta['type'] === 'input_json_delta') json[index] = (json[index] ?? '') + delta['partial_json']
    for (const key of ['text', 'thinking', 'signature'])
      if (delta[key] !== undefined) blocks[index][key] = String(blocks[index][key]) + delta[key]
  }
  return blocks
}
