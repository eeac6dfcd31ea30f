import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, START, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import { MOST_PAGE, type Api, type StepsPage } from '../api/api.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

type View = Api['GET /api/sessions/:session/view']['response']
type Entries = Api['GET /api/sessions/:session/entries']['response']
type Place = Api['GET /api/sessions/:session/entries/:entry/place']['response']
type Text = Api['GET /api/sessions/:session/entries/:entry/text']['response']

const ID = sessionId(1)
const SECRET = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')

/** Marks a row of the user's side. */
const NOT_SAID = {}

function conversation(): Written {
  return new Written(ID)
    .prompt('look around')
    .thinks('where to begin')
    .calls('t1', 'Bash', { command: 'ls' })
    .result('t1', 'a\nb', { stdout: 'a\nb', stderr: '', interrupted: false })
    .says('two files')
    .prompt('thanks')
    .says(`bye ${SECRET}`)
}

const view = (query = ''): Promise<{ status: number; body: View; text: string }> =>
  server.ask<View>('GET /api/sessions/:session/view', `/api/sessions/${ID}/view${query}`)

describe('a device that may only read', () => {
  it('is shown no secret, whatever it asks', async () => {
    conversation().write(server.root, '-p')
    await server.start()
    server.device = { ...server.device, scope: 'read' }
    const session = `/api/sessions/${ID}`
    const refused = []
    for (const [name, path] of [
      ['GET /api/sessions/:session/view', `${session}/view?reveal=true`],
      ['GET /api/sessions/:session/turns/:turn/steps', `${session}/turns/1/steps?reveal=true`],
      ['GET /api/sessions/:session/resume', `${session}/resume?reveal=true`],
      ['GET /api/sessions/:session/entries', `${session}/entries?reveal=true`],
      ['GET /api/sessions/:session/entries/:entry', `${session}/entries/0?reveal=true`],
      ['GET /api/sessions/:session/entries/:entry/text', `${session}/entries/0/text?part=text&reveal=true`],
    ] as const)
      refused.push(await server.ask(name, path))
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      refused.map(() => [
        403,
        {
          error: {
            code: 'forbidden',
            message: 'revealing secrets needs a device with full rights',
            remedy: 'pair it anew with the scope `all`',
          },
        },
      ]),
    )
    const masked = await view('?reveal=false')
    expect([masked.status, masked.text.includes(SECRET)]).toEqual([200, false])
  })
})

describe('GET /api/sessions/:session/view', () => {
  it('shows turns with their steps, secrets masked unless they are asked for', async () => {
    conversation().write(server.root, '-p')
    await server.start()
    const { body, text } = await view('?steps=all')
    expect(body.head).toMatchObject({ turnCount: 2, entries: 7 })
    expect(
      body.turns.map(({ index, prompt, steps }) => [index, prompt?.text.text, steps.map(({ kind }) => kind)]),
    ).toEqual([
      [0, 'look around', ['thinking', 'tool', 'text']],
      [1, 'thanks', ['text']],
    ])
    expect(text).not.toContain(SECRET)
    expect((await view('?reveal=true')).text).toContain(SECRET)
  })

  it('follows the file: appended, rewritten, deleted', async () => {
    const written = conversation()
    const path = written.write(server.root, '-p')
    await server.start()
    const before = (await view()).body
    const more = written.lines.length
    written.prompt('one more').says('yes')
    appendFileSync(
      path,
      written.lines
        .slice(more)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const after = (await view()).body
    expect(after.head.turnCount).toBe(3)
    expect(after.cursor.split(':')[0]).toBe(before.cursor.split(':')[0])
    expect(Number(after.cursor.split(':')[1])).toBe(Buffer.byteLength(written.text))
    truncateSync(path, 0)
    writeFileSync(path, new Written(ID).prompt('another').says('life').text)
    const anew = (await view()).body
    expect(anew.head.turnCount).toBe(1)
    expect(anew.cursor.split(':')[0]).not.toBe(before.cursor.split(':')[0])
    rmSync(path)
    expect((await view()).status).toBe(404)
  })

  it('tells an unfinished line when it is whole', async () => {
    const written = conversation()
    const path = written.write(server.root, '-p')
    await server.start()
    await view()
    written.prompt('slowly written')
    const line = `${written.lines.at(-1)}\n`
    appendFileSync(path, line.slice(0, 30))
    expect((await view()).body.head.turnCount).toBe(2)
    appendFileSync(path, line.slice(30))
    expect((await view()).body.head.turnCount).toBe(3)
  })

  it('shows a branch by its tip, and no other offset', async () => {
    const written = new Written(ID).prompt('go').says('first way')
    const [prompt] = written.lines.map((line) => (JSON.parse(line) as { uuid: string }).uuid)
    written.from(prompt).says('second way')
    written.write(server.root, '-p')
    await server.start()
    const live = (await view()).body
    expect(live.turns[0].steps.map((step) => ('text' in step ? step.text.text : ''))).toEqual(['second way'])
    expect(live.head.branches.map(({ tip }) => tip)).toEqual([written.offsetOf(1)])
    const other = (await view(`?tip=${written.offsetOf(1)}`)).body
    expect(other.turns[0].steps.map((step) => ('text' in step ? step.text.text : ''))).toEqual(['first way'])
    expect((await view('?tip=3')).status).toBe(404)
  })

  it('shows a damaged file as far as it goes', async () => {
    const written = conversation()
    written.lines.splice(3, 0, '{"torn":', 'not json at all', '{"type":"future-type","uuid":"x"}')
    written.write(server.root, '-p')
    await server.start()
    const { status, body } = await view()
    expect(status).toBe(200)
    expect(body.head.diagnostics.length).toBeGreaterThan(0)
    expect(body.head.turnCount).toBe(2)
  })

  it('has steps of a turn in pages', async () => {
    const written = new Written(ID).prompt('work')
    for (let i = 0; i < 60; i++) written.says(`${i} ${'x'.repeat(19_000)}`)
    written.write(server.root, '-p')
    await server.start()
    const read: number[] = []
    let next: number | null = 0
    while (next !== null) {
      const path: string = `/api/sessions/${ID}/turns/0/steps?from=${next}`
      const { body, text }: { body: StepsPage; text: string } = await server.ask<
        Api['GET /api/sessions/:session/turns/:turn/steps']['response']
      >('GET /api/sessions/:session/turns/:turn/steps', path)
      expect(text.length).toBeLessThan(MOST_PAGE * 1.2)
      read.push(...body.steps.map(({ at }) => at))
      next = body.next
    }
    expect(read).toEqual(Array.from({ length: 60 }, (_, at) => at))
    const none = await server.ask(
      'GET /api/sessions/:session/turns/:turn/steps',
      `/api/sessions/${ID}/turns/9/steps`,
    )
    expect(none.status).toBe(404)
    expect((await server.raw(`/api/sessions/${ID}/turns/-1/steps`)).status).toBe(400)
  })
})

describe('entries', () => {
  it('come as they stand, from the tail', async () => {
    const written = new Written(ID).prompt('go')
    for (let i = 0; i < 30; i++) written.says(`${i} ${'y'.repeat(20_000)}`)
    written.row({ type: 'summary', summary: 'end' })
    written.write(server.root, '-p')
    await server.start()
    const read: string[] = []
    let before = ''
    for (;;) {
      const { body, text } = await server.ask<Entries>(
        'GET /api/sessions/:session/entries',
        `/api/sessions/${ID}/entries${before}`,
      )
      expect(text.length).toBeLessThan(MOST_PAGE * 1.3)
      read.unshift(...body.entries.map(({ json }) => json))
      if (body.next === null) break
      before = `?before=${body.next}`
    }
    expect(read).toEqual(written.lines)
  })

  it('are found by offset and by uuid', async () => {
    const written = conversation()
    written.write(server.root, '-p')
    await server.start()
    const row = 4
    const { uuid } = JSON.parse(written.lines[row]) as { uuid: string }
    const ask = (name: string) =>
      server.ask('GET /api/sessions/:session/entries/:entry', `/api/sessions/${ID}/entries/${name}`)
    const byOffset = await ask(String(written.offsetOf(row)))
    expect(byOffset.body).toMatchObject({
      key: written.offsetOf(row),
      line: row + 1,
      uuid,
      type: 'assistant',
      time: START + 4000,
    })
    expect((await ask(uuid)).body).toEqual(byOffset.body)
    expect((await ask('1')).status).toBe(404)
    expect((await ask('nobody')).status).toBe(404)
    expect((await ask('a%2Fb')).status).toBe(400)
  })

  it('are masked unless secrets are asked for', async () => {
    conversation().write(server.root, '-p')
    await server.start()
    const path = `/api/sessions/${ID}/entries`
    expect((await server.ask('GET /api/sessions/:session/entries', path)).text).not.toContain(SECRET)
    expect((await server.ask('GET /api/sessions/:session/entries', `${path}?reveal=true`)).text).toContain(
      SECRET,
    )
  })

  it('have a place in the view', async () => {
    const written = conversation()
    const first = (JSON.parse(written.lines[0]) as { uuid: string }).uuid
    written.from(first).says('a retry')
    written.write(server.root, '-p')
    await server.start()
    const place = async (row: number): Promise<Place> =>
      (
        await server.ask<Place>(
          'GET /api/sessions/:session/entries/:entry/place',
          `/api/sessions/${ID}/entries/${written.offsetOf(row)}/place`,
        )
      ).body
    expect(await place(0)).toEqual({ key: 0, turn: 0, step: -1, tip: null, agent: null })
    expect(await place(7)).toEqual({ key: written.offsetOf(7), turn: 0, step: 0, tip: null, agent: null })
    expect(await place(6)).toEqual({
      key: written.offsetOf(6),
      turn: 1,
      step: 0,
      tip: written.offsetOf(6),
      agent: null,
    })
  })

  it('have their place on a branch also where they stand beside it', async () => {
    const row = (
      uuid: string,
      parentUuid: string | null,
      content: unknown,
      message: object = {},
    ): object => ({
      type: message === NOT_SAID ? 'user' : 'assistant',
      uuid,
      parentUuid,
      sessionId: ID,
      cwd: '/w',
      timestamp: '2026-01-01T12:00:00.000Z',
      message: { role: message === NOT_SAID ? 'user' : 'assistant', content, ...message },
    })
    const call = (id: string): object[] => [{ type: 'tool_use', id, name: 'Read', input: {} }]
    const result = (id: string): object[] => [{ type: 'tool_result', tool_use_id: id, content: id }]
    // Two calls at once, each answered by itself: one answer is on no way to any tip.
    const written = new Written(ID)
      .row(row('a', null, 'begin', NOT_SAID))
      .row(row('b', 'a', call('t1'), { id: 'm1' }))
      .row(row('c', 'b', call('t2'), { id: 'm1' }))
      .row(row('d', 'b', result('t1'), NOT_SAID))
      .row(row('e', 'c', result('t2'), NOT_SAID))
      .row(row('f', 'e', 'on', NOT_SAID))
      .row(row('g', 'a', [{ type: 'text', text: 'again' }], { id: 'm2' }))
    written.write(server.root, '-p')
    await server.start()
    const path = `/api/sessions/${ID}/entries/d/place`
    const { body } = await server.ask<Place>('GET /api/sessions/:session/entries/:entry/place', path)
    expect(body).toEqual({
      key: written.offsetOf(3),
      turn: 0,
      step: 0,
      tip: written.offsetOf(5),
      agent: null,
    })
  })

  it('give texts as wholes, in pages', async () => {
    const long = `${'0123456789'.repeat(12_000)}end`
    const written = new Written(ID)
      .prompt(long)
      .thinks(long)
      .calls('t1', 'Write', { content: long })
      .result('t1', long)
    written.write(server.root, '-p')
    await server.start()
    const whole = async (row: number, query: string): Promise<string> => {
      let [text, from]: [string, number | null] = ['', 0]
      while (from !== null) {
        const path: string = `/api/sessions/${ID}/entries/${written.offsetOf(row)}/text?${query}&from=${from}`
        const { body }: { body: Text } = await server.ask<Text>(
          'GET /api/sessions/:session/entries/:entry/text',
          path,
        )
        text += body.text
        from = body.next
      }
      return text
    }
    expect(await whole(0, 'part=text')).toBe(long)
    expect(await whole(1, 'part=thinking')).toBe(long)
    expect(JSON.parse(await whole(2, 'part=input&tool=t1'))).toEqual({ content: long })
    expect(await whole(3, 'part=result&tool=t1')).toBe(long)
    const path = `/api/sessions/${ID}/entries/0/text`
    expect((await server.raw(`${path}?part=result`)).status).toBe(404)
    expect((await server.raw(path)).status).toBe(400)
    expect((await server.raw(`${path}?part=text&from=999999999`)).status).toBe(400)
  })

  it('give each of several texts of one entry, by its block', async () => {
    const texts = ['first', 'second'].map((word) => `${word} ${'0123456789'.repeat(3000)}`)
    const thoughts = ['third', 'fourth'].map((word) => `${word} ${'9876543210'.repeat(3000)}`)
    const written = new Written(ID).prompt('go').answers([
      { type: 'thinking', thinking: thoughts[0], signature: 'c2ln' },
      { type: 'text', text: texts[0] },
      { type: 'thinking', thinking: thoughts[1], signature: 'c2ln' },
      { type: 'text', text: texts[1] },
    ])
    written.write(server.root, '-p')
    await server.start()
    // All steps of a turn: the first page of turns has room for the last ones only.
    const { body } = await server.ask<StepsPage>(
      'GET /api/sessions/:session/turns/:turn/steps',
      `/api/sessions/${ID}/turns/0/steps`,
    )
    const whole: [string, number | null, string][] = []
    for (const step of body.steps) {
      if (step.kind !== 'text' && step.kind !== 'thinking') throw new Error(`a ${step.kind} step`)
      expect(step.text.text.length).toBeLessThan(step.text.length)
      const path = `/api/sessions/${ID}/entries/${step.key}/text?part=${step.kind}&block=${step.block}`
      const answer = await server.ask<Text>('GET /api/sessions/:session/entries/:entry/text', path)
      whole.push([step.kind, step.block, answer.body.text.slice(0, step.text.length)])
    }
    expect(whole).toEqual([
      ['thinking', 0, thoughts[0]],
      ['text', 1, texts[0]],
      ['thinking', 2, thoughts[1]],
      ['text', 3, texts[1]],
    ])
    // A block of another kind has no such text.
    const other = `/api/sessions/${ID}/entries/${written.offsetOf(1)}/text?part=text&block=2`
    expect((await server.raw(other)).status).toBe(404)
  })

  it('give pictures that are pictures, and everything else as a download', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const image = (data: Buffer, type: string): object => ({
      type: 'image',
      source: { type: 'base64', media_type: type, data: data.toString('base64') },
    })
    new Written(ID)
      .prompt([image(png, 'image/svg+xml'), image(svg, 'image/png'), { type: 'text', text: 'see' }])
      .write(server.root, '-p')
    await server.start()
    const get = (index: number) => server.raw(`/api/sessions/${ID}/entries/0/images/${index}`)
    const picture = (await get(0)).headers
    expect(picture.get('content-type')).toBe('image/png')
    expect(picture.get('content-disposition')).toBe('inline')
    expect(picture.get('content-security-policy')).toContain("default-src 'none'")
    expect(picture.get('x-content-type-options')).toBe('nosniff')
    const other = (await get(1)).headers
    expect(other.get('content-type')).toBe('application/octet-stream')
    expect(other.get('content-disposition')).toContain('attachment')
    expect((await get(2)).status).toBe(404)
  })
})

describe('sub-agents', () => {
  const AGENT = 'abc123'

  function withAgent(): void {
    new Written(ID)
      .prompt('delegate')
      .calls('t1', 'Agent', { subagent_type: 'Explore', description: 'look', prompt: 'find it' })
      .result('t1', 'found', { agentId: AGENT, status: 'completed' })
      .says('done')
      .write(server.root, '-p')
    const own = new Written(ID, { isSidechain: true, agentId: AGENT }).prompt('find it').says('found')
    const path = own.write(server.root, '-p', `${ID}/subagents/agent-${AGENT}.jsonl`)
    writeFileSync(
      path.replace('.jsonl', '.meta.json'),
      JSON.stringify({ agentType: 'Explore', description: 'look', toolUseId: 't1' }),
    )
  }

  it('stand at their call, in a list, and as sessions of their own', async () => {
    withAgent()
    await server.start()
    const { body } = await view('?steps=all')
    const step = body.turns[0].steps.find(({ kind }) => kind === 'tool')
    const agent = {
      agentId: AGENT,
      type: 'Explore',
      description: 'look',
      status: 'done',
      steps: 1,
      toolCalls: 0,
      agents: 0,
    }
    expect(step).toMatchObject({ agent })
    const list = await server.ask('GET /api/sessions/:session/agents', `/api/sessions/${ID}/agents`)
    expect(list.body).toMatchObject({ agents: [{ ...agent, depth: 0, toolUseId: 't1' }] })
    const { items } = (
      await server.ask<Api['GET /api/sessions']['response']>('GET /api/sessions', '/api/sessions')
    ).body
    const own = await server.ask<View>(
      'GET /api/projects/:project/agent-sessions/:agent',
      `/api/projects/${items[0].projectId}/agent-sessions/${AGENT}`,
    )
    expect(own.body.turns[0].prompt?.text.text).toBe('find it')
    const steps = await server.ask(
      'GET /api/sessions/:session/turns/:turn/steps',
      `/api/sessions/${ID}/turns/0/steps?agent=${AGENT}`,
    )
    expect(steps.status).toBe(200)
    for (const path of [
      `/api/projects/${items[0].projectId}/agent-sessions/nobody`,
      `/api/projects/nowhere/agent-sessions/${AGENT}`,
      `/api/sessions/${ID}/turns/0/steps?agent=..%2F..%2Fetc`,
    ])
      expect((await server.raw(path)).status).toBe(404)
  })
})
