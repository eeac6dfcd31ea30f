import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const BIN = fileURLToPath(new URL('../bin/skein.js', import.meta.url))
export const DEMO = fileURLToPath(new URL('../demo/projects/', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder of a test's own: where its transcripts lie, and the home of the command. */
export class Workbench {
  readonly folder = mkdtempSync(join(tmpdir(), 'skein-test-'))

  /** The real, built command as a process of its own, with nothing of this machine but PATH. */
  run(
    args: readonly string[],
    options: { input?: string; env?: Record<string, string>; bin?: string } = {},
  ): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, [options.bin ?? BIN, ...args], {
      cwd: this.folder,
      env: this.env(options.env),
      input: options.input ?? '',
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    return { code: status, stdout, stderr }
  }

  env(more: Record<string, string> = {}): Record<string, string> {
    return { PATH: process.env['PATH'] ?? '', HOME: this.folder, TZ: 'UTC', ...more }
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(join(this.folder, name), content)
    return name
  }

  /** An exporter that a hook started may still write to its log. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Rows of a small transcript. Times count in seconds from 2026-05-01 10:00 UTC. */
export function row(
  type: string,
  uuid: string,
  parent: string | null,
  fields: Record<string, unknown> = {},
): object {
  return {
    parentUuid: parent,
    isSidechain: false,
    type,
    uuid,
    sessionId: 's1',
    version: '2.1.325',
    cwd: '/home/ada/app',
    ...fields,
  }
}

export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 4, 1, 10) + seconds * 1000).toISOString()
}

export function prompt(uuid: string, parent: string | null, text: string, seconds: number): object {
  return row('user', uuid, parent, { timestamp: at(seconds), message: { role: 'user', content: text } })
}

export function answer(
  uuid: string,
  parent: string,
  block: object | string,
  seconds: number,
  message: object = {},
): object {
  const content = [typeof block === 'string' ? { type: 'text', text: block } : block]
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 0,
  }
  return row('assistant', uuid, parent, {
    timestamp: at(seconds),
    message: { id: `msg_${uuid}`, role: 'assistant', model: 'claude-test-1', content, usage, ...message },
  })
}

export function result(
  uuid: string,
  parent: string,
  toolUseId: string,
  seconds: number,
  fields: { text: string; error?: true; value?: unknown },
): object {
  const block = {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: fields.text,
    ...(fields.error && { is_error: true }),
  }
  return row('user', uuid, parent, {
    timestamp: at(seconds),
    message: { role: 'user', content: [block] },
    toolUseResult: fields.value ?? fields.text,
  })
}

export function lines(...rows: readonly object[]): string {
  return rows.map((one) => `${JSON.stringify(one)}\n`).join('')
}
