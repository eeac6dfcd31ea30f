import type { Command } from 'commander'
import { bashCompletion } from './bash.ts'
import { commandSpec } from './command-spec.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

/** The completion script of a shell, for all that the program has. */
export function completionScript(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const spec = commandSpec(program)
  return { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell](spec)
}
