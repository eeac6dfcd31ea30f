import type { Store } from '@skein/store'
import { z } from 'zod'

/** Asks the store, brought up to date. */
export type Remember = <T>(ask: (store: Store) => T | Promise<T>) => Promise<T>

/** A tool of the MCP server. Contract: `answer` gives bounded text with secrets masked. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  answer(args: unknown, remember: Remember): Promise<string>
}

export interface ToolSpec<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'answer'> {
  readonly input: Input
  answer(args: z.infer<Input>, remember: Remember): Promise<string>
}

/** A tool whose arguments are checked before it sees them: one that it does not know is refused, not passed over. */
export function tool<Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool {
  const input = spec.input.strict()
  return { ...spec, input, answer: (args, remember) => spec.answer(spec.input.parse(args), remember) }
}

export const mostCharacters = z
  .number()
  .int()
  .min(500)
  .max(100_000)
  .default(20_000)
  .describe('Most characters to return')

export const sessionName = z
  .string()
  .min(1)
  .describe('Session id, the beginning of one, its title, or @last for the one that was active last')
