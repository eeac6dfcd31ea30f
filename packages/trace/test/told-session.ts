import { appendFileSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answer, call, prompt, result, type Bench } from './bench.ts'

/** What may happen to a session between two looks, told by a number that says where. */
export const EVENTS = [
  'prompt',
  'answer',
  'call',
  'result',
  'agent-call',
  'agent-row',
  'agent-end',
  'agent-result',
  'loose-agent',
  'rewind',
  'late-answer',
  'note',
  'compaction',
  'give-away',
  'mention',
  'torn',
  'repeat',
  'cut',
  'replace',
] as const

export type SessionEvent = (typeof EVENTS)[number]

/** A session that things happen to, in files of a bench. */
export class ToldSession {
  readonly path: string
  readonly #bench: Bench
  readonly #rows: { readonly uuid: string; readonly line: string }[] = []
  readonly #calls: string[] = []
  readonly #agents: { readonly id: string; readonly tool: string | null; tip: string | null }[] = []
  /** Agents that have a call without a result. */
  readonly #running: { readonly id: string; readonly tool: string }[] = []
  #torn = ''
  #count = 0
  #tip: string | null = null

  constructor(bench: Bench) {
    this.#bench = bench
    this.path = bench.write('s1', [])
    this.happens('prompt', 0)
  }

  happens(event: SessionEvent, where: number): void {
    const uuid = `u${++this.#count}`
    const time = this.#count
    const some = <T>(all: readonly T[]): T | undefined => all[where % Math.max(1, all.length)]
    const said = (text: string) => ({ content: [{ type: 'text', text }] })
    switch (event) {
      case 'prompt':
        return this.#add(uuid, prompt(uuid, this.#tip, time))
      case 'rewind':
        return this.#add(uuid, prompt(uuid, some(this.#rows)?.uuid ?? null, time))
      case 'answer':
        return this.#add(uuid, answer(uuid, this.#tip ?? '', time))
      case 'late-answer':
        return this.#add(uuid, answer(uuid, some(this.#rows)?.uuid ?? '', time))
      case 'give-away':
        return this.#add(uuid, answer(uuid, this.#tip ?? '', time, said(`DB_PASSWORD=${SECRETS[where % 3]}`)))
      case 'mention':
        return this.#add(uuid, answer(uuid, this.#tip ?? '', time, said(`it is ${SECRETS[where % 3]} there`)))
      case 'call': {
        const tool = `toolu_${uuid}`
        this.#calls.push(tool)
        const content = [{ type: 'tool_use', id: tool, name: 'Bash', input: { command: uuid } }]
        return this.#add(uuid, answer(uuid, this.#tip ?? '', time, { content }))
      }
      case 'result': {
        const tool = this.#calls.splice(where % Math.max(1, this.#calls.length), 1)[0]
        if (tool === undefined) return
        const content = [{ type: 'tool_result', tool_use_id: tool, content: `gave ${uuid}` }]
        const message = { role: 'user', content }
        return this.#add(uuid, prompt(uuid, this.#tip, time, { message }))
      }
      case 'agent-call': {
        const agent = { id: `a${uuid}`, tool: `toolu_${uuid}`, tip: null }
        this.#add(uuid, call(uuid, this.#tip ?? '', time, agent.tool))
        this.#agents.push(agent)
        this.#running.push(agent)
        // Newer versions write a side file, older ones do not.
        if (where % 2 === 0) this.#meta(agent.id, agent.tool)
        return this.#agentRow(agent, prompt(`${uuid}-x`, null, time))
      }
      case 'loose-agent': {
        const agent = { id: `a${uuid}`, tool: null, tip: null }
        this.#agents.push(agent)
        return this.#agentRow(agent, prompt(`${uuid}-x`, null, time))
      }
      case 'agent-row':
      case 'agent-end': {
        const agent = some(this.#agents)
        if (agent === undefined) return
        const tool =
          event === 'agent-end' ? [] : [{ type: 'tool_use', id: `t${uuid}`, name: 'Read', input: {} }]
        const content = [{ type: 'text', text: `at work ${uuid}` }, ...tool]
        return this.#agentRow(agent, answer(`${uuid}-x`, agent.tip ?? '', time, { content }))
      }
      case 'agent-result': {
        const agent = this.#running.splice(where % Math.max(1, this.#running.length), 1)[0]
        if (agent === undefined) return
        const launched = where % 3 === 0 ? { toolUseResult: { isAsync: true, agentId: agent.id } } : {}
        const row = {
          ...result(uuid, this.#tip ?? '', time, { tool: agent.tool, agent: agent.id }),
          ...launched,
        }
        return this.#add(uuid, row)
      }
      case 'note': {
        const row = {
          type: 'system',
          subtype: 'turn_duration',
          uuid,
          parentUuid: this.#tip,
          timestamp: undefined,
        }
        return this.#add(uuid, row)
      }
      case 'compaction': {
        const boundary = { type: 'system', subtype: 'compact_boundary', content: 'compacted', uuid }
        const compactMetadata = { trigger: 'auto', preTokens: 1000 }
        const { timestamp } = prompt(uuid, null, time) as { timestamp: string } // as bench.ts writes it
        const row = {
          ...boundary,
          parentUuid: null,
          logicalParentUuid: this.#tip,
          timestamp,
          compactMetadata,
        }
        this.#add(uuid, row)
        const message = { role: 'user', content: 'what came before' }
        return this.#add(`${uuid}-s`, prompt(`${uuid}-s`, uuid, time, { message, isCompactSummary: true }))
      }
      case 'torn': {
        const row = { ...answer(uuid, this.#tip ?? '', time), sessionId: 's1' }
        const line = `${JSON.stringify(row)}\n`
        this.#write(line.slice(0, 40))
        this.#torn = line.slice(40)
        this.#rows.push({ uuid, line })
        this.#tip = uuid
        return
      }
      case 'repeat': {
        const old = some(this.#rows)
        if (old !== undefined) this.#write(old.line)
        return
      }
      case 'cut': {
        this.#write('')
        const lines = readFileSync(this.path, 'utf8').split('\n')
        truncateSync(this.path, Buffer.byteLength(lines.slice(0, 1 + (where % lines.length)).join('\n')))
        this.#write('\n')
        return
      }
      case 'replace': {
        this.#write('')
        const lines = readFileSync(this.path, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
        const kept = lines.filter((_, i) => i % 7 !== where % 7)
        const other = `${this.path}.new`
        writeFileSync(other, kept.map((line) => `${line}\n`).join(''))
        // In place, or as another file.
        if (where % 2 === 0) renameSync(other, this.path)
        else writeFileSync(this.path, readFileSync(other))
      }
    }
  }

  #add(uuid: string, row: object): void {
    const line = `${JSON.stringify({ ...BASE, ...row })}\n`
    this.#write(line)
    this.#rows.push({ uuid, line })
    this.#tip = uuid
  }

  /** What was begun is ended first. */
  #write(text: string): void {
    appendFileSync(this.path, this.#torn + text)
    this.#torn = ''
  }

  #agentRow(agent: { readonly id: string; tip: string | null }, row: object): void {
    agent.tip = (row as { uuid: string }).uuid // every row of bench.ts has one
    this.#bench.write('s1', [{ ...row, isSidechain: true, agentId: agent.id }], agent.id)
  }

  #meta(agent: string, toolUseId: string): void {
    const file = join(dirname(this.path), 's1', 'subagents', `agent-${agent}.meta.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ agentType: 'helper', description: 'd', toolUseId }))
  }
}

const BASE = { isSidechain: false, version: '2.1.325', cwd: '/home/ada/app', sessionId: 's1' }
const SECRETS = ['Zq8vTn3LxW5rKd0PbY7c', 'h4JmQ2vXc9TzR6wLk1Ns', 'P7dYb3FgU8kEw5HjM0xV']
