import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '../until.ts'
import { runClaude, type RunRequest, type RunResult } from './run.ts'

/** A file that never ends: `cat` of it is a tool that runs until somebody stops it. */
export const endlessFile = 'endless'

export interface InterruptedRequest extends Omit<RunRequest, 'talk'> {
  /** What is asked; the script answers it with a call that reads `endlessFile`. */
  prompt: string
}

/**
 * A run that is interrupted while a tool is at work, as the SDK interrupts: a control message over standard input.
 * The tool reads a pipe that this process has opened for writing, which is possible only once somebody reads it.
 */
export async function runInterrupted({ prompt, ...request }: InterruptedRequest): Promise<RunResult> {
  const file = join(request.root.cwd, endlessFile)
  execFileSync('mkfifo', [file])
  let writer: number | null = null
  try {
    return await runClaude({
      ...request,
      args: [...request.args, '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      talk: async (input, output) => {
        const say = (message: object): void => void input.write(`${JSON.stringify(message)}\n`)
        const isOver = resultOf(createInterface({ input: output }))
        say({ type: 'user', message: { role: 'user', content: prompt } })
        writer = await until('a tool reads the endless file', () => opened(file))
        say({ type: 'control_request', request_id: 'interrupt', request: { subtype: 'interrupt' } })
        await isOver
        input.end()
      },
    })
  } finally {
    if (writer !== null) closeSync(writer)
  }
}

/** Opens a pipe for writing; null while nobody reads it. */
export function opened(file: string): number | null {
  try {
    return openSync(file, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENXIO') return null
    throw error
  }
}

/** Resolves when the program says what came of the prompt, or says nothing more. */
async function resultOf(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) if (line.includes('"type":"result"')) return
}
