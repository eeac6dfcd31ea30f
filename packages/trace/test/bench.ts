import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { skeinHome } from '@skein/store'
import { CLAUDE_PRICES } from '@skein/view'
import { openSender } from '../src/export/open-sender.ts'
import type { SessionOptions, TraceSender } from '../src/export/sender.ts'
import type { SendReport } from '../src/export/send-report.ts'
import { sessionFiles } from '../src/export/session-files.ts'
import { DEFAULT_SETTINGS, type Target, type TraceSettings } from '../src/target/target.ts'

/** A config root with sessions, a home of Skein's, and a target that is a file. */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), 'skein-send-'))
  readonly root = join(this.folder, 'config')
  readonly home = skeinHome({ SKEIN_HOME: join(this.folder, 'home') })
  readonly out = join(this.folder, 'out.jsonl')
  settings: TraceSettings = DEFAULT_SETTINGS

  /** Adds rows to a session's transcript, which begins with them where there is none; `agent` is a sub-agent's. */
  write(session: string, rows: readonly object[], agent?: string): string {
    const project = join(this.root, 'projects', 'app')
    const name = agent === undefined ? `${session}.jsonl` : `${session}/subagents/agent-${agent}.jsonl`
    const path = join(project, name)
    mkdirSync(dirname(path), { recursive: true })
    const lines = rows.map((row) => `${JSON.stringify({ ...BASE, sessionId: session, ...row })}\n`).join('')
    if (existsSync(path)) appendFileSync(path, lines)
    else writeFileSync(path, lines)
    return join(project, `${session}.jsonl`)
  }

  /** Sends sessions one after another, as one run. */
  async send(paths: readonly string[], options: Partial<SessionOptions> = {}): Promise<SendReport> {
    return this.sending(async (sender) => {
      for (const path of paths) {
        const files = sessionFiles(path)
        if (files === null) throw new Error(`no such session: ${path}`)
        await sender.session(files, { settled: false, ...options })
      }
    })
  }

  /** Sends by `use`, as one run. */
  async sending(
    use: (sender: TraceSender) => Promise<void>,
    tell: (line: string) => void = () => {},
  ): Promise<SendReport> {
    const { sender, close } = await openSender({
      home: this.home,
      roots: [this.root],
      target: this.target(),
      prices: CLAUDE_PRICES,
      version: '0',
      userHome: '/home/ada',
      tell,
    })
    try {
      await use(sender)
      await sender.flush()
      return sender.report()
    } finally {
      await close()
    }
  }

  target(): Target {
    return {
      name: 'lines',
      kind: 'file',
      url: this.out,
      headers: {},
      compression: 'none',
      timeoutMs: 1000,
      profile: 'genai',
      settings: this.settings,
    }
  }

  /** `name` of every span that was sent, in order. */
  sent(): string[] {
    return this.spans().map(({ name }) => name)
  }

  spans(): SentSpan[] {
    return spansOf(this.out)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

/** Those of a span that are texts. */
export function attributesOf({ attributes }: SentSpan): ReadonlyMap<string, string | undefined> {
  return new Map(attributes.map(({ key, value }) => [key, value.stringValue]))
}

/** All spans of a file of OTLP JSON lines. */
export function spansOf(file: string): SentSpan[] {
  return existsSync(file) ? spansIn(readFileSync(file, 'utf8')) : []
}

/** All spans of such lines. */
export function spansIn(text: string): SentSpan[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => (JSON.parse(line) as Body).resourceSpans[0].scopeSpans[0].spans)
}

interface Body {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: SentSpan[] }[] }[]
}

const BASE = { isSidechain: false, version: '2.1.325', cwd: '/home/ada/app', userType: 'external' }

export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 4, 1, 10) + seconds * 1000).toISOString()
}

export function prompt(uuid: string, parentUuid: string | null, seconds: number, more: object = {}): object {
  const message = { role: 'user', content: `ask ${uuid}` }
  return { type: 'user', uuid, parentUuid, timestamp: at(seconds), message, ...more }
}

/** An answer that ends the turn; `content` is what else stands in it. */
export function answer(
  uuid: string,
  parentUuid: string,
  seconds: number,
  { id = `msg_${uuid}`, content = [{ type: 'text', text: `told ${uuid}` }] as object[], more = {} } = {},
): object {
  const usage = { input_tokens: 10, output_tokens: 5 }
  const message = { id, role: 'assistant', model: 'claude-test-1', content, usage }
  return { type: 'assistant', uuid, parentUuid, timestamp: at(seconds), message, ...more }
}

/** A call that a sub-agent answers. */
export function call(uuid: string, parentUuid: string, seconds: number, tool: string): object {
  return answer(uuid, parentUuid, seconds, {
    content: [
      {
        type: 'tool_use',
        id: tool,
        name: 'Task',
        input: { description: 'd', prompt: 'p', subagent_type: 'helper' },
      },
    ],
  })
}

export function result(
  uuid: string,
  parentUuid: string,
  seconds: number,
  { tool, agent }: { tool: string; agent: string },
): object {
  const content = [{ type: 'tool_result', tool_use_id: tool, content: 'done' }]
  return {
    type: 'user',
    uuid,
    parentUuid,
    timestamp: at(seconds),
    message: { role: 'user', content },
    toolUseResult: { status: 'async_launched', agentId: agent },
  }
}
