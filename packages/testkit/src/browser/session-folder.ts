import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Teller, ToldAgent } from '../corpus/demo-teller.ts'
import type { GeneratedSession } from '../corpus/session.ts'

/** Sessions of a config root, as Claude Code would have left them there. */
export class SessionFolder {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** A told story; its id. */
  told(story: Teller): string {
    const { sessionId, cwd } = story.writer
    const session = join('projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), sessionId)
    this.#write(`${session}.jsonl`, story.bytes())
    for (const { id, bytes, meta } of story.agents) {
      this.#write(`${session}/subagents/agent-${id}.jsonl`, bytes)
      this.#write(`${session}/subagents/agent-${id}.meta.json`, JSON.stringify(meta))
    }
    return sessionId
  }

  /** A generated session; its id. */
  generated({ bytes, truth, agents, toolResults }: GeneratedSession): string {
    const folder = join('projects', truth.project)
    this.#write(join(folder, `${truth.sessionId}.jsonl`), bytes)
    for (const agent of agents) {
      const at = agent.place === 'flat' ? folder : join(folder, truth.sessionId, 'subagents')
      this.#write(join(at, `agent-${agent.id}.jsonl`), agent.bytes)
      if (agent.meta) this.#write(join(at, `agent-${agent.id}.meta.json`), JSON.stringify(agent.meta))
    }
    for (const { name, text } of toolResults)
      this.#write(join(folder, truth.sessionId, 'tool-results', name), text)
    return truth.sessionId
  }

  /** Says that a process that lives has a session open. */
  running(pid: number, sessionId: string, status: 'busy' | 'waiting' | 'idle'): void {
    this.#write(join('sessions', `${pid}.json`), JSON.stringify({ pid, sessionId, status }))
  }

  append(cwd: string, sessionId: string, bytes: Uint8Array | string): void {
    appendFileSync(`${this.#session(cwd, sessionId)}.jsonl`, bytes)
  }

  /** The same for one of its sub-agents, which may be new. */
  appendToAgent(cwd: string, sessionId: string, agent: Pick<ToldAgent, 'id' | 'meta' | 'bytes'>): void {
    const path = join(this.#session(cwd, sessionId), 'subagents', `agent-${agent.id}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.meta.json`, JSON.stringify(agent.meta), { mode: 0o600 })
    appendFileSync(`${path}.jsonl`, agent.bytes, { mode: 0o600 })
  }

  #session(cwd: string, sessionId: string): string {
    return join(this.root, 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), sessionId)
  }

  #write(path: string, bytes: Uint8Array | string): void {
    const full = join(this.root, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, bytes, { mode: 0o600 })
  }
}
