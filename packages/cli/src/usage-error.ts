import type { Command, CommanderError } from 'commander'
import { SkeinError } from './errors.ts'

/** What is wrong with a command line, in our words instead of commander's. */
export function usageError(error: CommanderError, program: Command, args: readonly string[]): SkeinError {
  const text = error.message.replace(/^error: /, '').replace(/\.$/, '')
  const help = `see \`${helpFor(program, args)}\``
  const [what, remedy] = REWORDED[error.code]?.(text, args) ?? [text, help]
  return new SkeinError('usage', what, { remedy: remedy === '' ? help : remedy, cause: error })
}

/** What happened, and what to do; an empty remedy is the help. */
type Reworded = readonly [what: string, remedy: string] | null

const REWORDED: Readonly<Record<string, ((text: string, args: readonly string[]) => Reworded) | undefined>> =
  {
    'commander.invalidArgument': invalid,
    // `skein export` without more: commander wants to print the help.
    'commander.help': (_, [first, second]) =>
      first === 'help' && second !== undefined
        ? [`unknown command '${second}'`, 'see `skein --help`']
        : ['a command is missing', ''],
    'commander.missingArgument': (text) => {
      const name = /argument '(.+)'$/.exec(text)?.[1]
      return name === undefined ? null : [`<${name}> is missing`, '']
    },
    'commander.optionMissingArgument': (text) => {
      const [, option, value] = /^option '(?:-\w, )?(--[\w-]+) (\S+)'/.exec(text) ?? []
      return option === undefined ? null : [`${option} needs ${value}`, '']
    },
    'commander.excessArguments': (text) => {
      const [, command, most, given] =
        /^too many arguments for '(.+)'\. Expected (\d+) .* got (\d+)/.exec(text) ?? []
      return command === undefined ? null : [`${command} takes ${most} of these, not ${given}`, '']
    },
  }

/** A value that is none of those there are, or that a reader of ours refused, who says what is needed. */
function invalid(text: string): Reworded {
  const [, argument, value, name, option, wrong, why] =
    /^(?:(command-argument) value '(.*)' is invalid for argument '(.+?)'|option '(?:-\w, )?(--[\w-]+).*?' argument '(.*)' is invalid)\. (.*)$/s.exec(
      text,
    ) ?? []
  if (why === undefined) return null
  const choices = /^Allowed choices are (.*)$/.exec(why)?.[1]
  const remedy = choices === undefined ? `${why[0].toLowerCase()}${why.slice(1)}` : `it is one of ${choices}`
  return [
    argument === undefined ? `${option} ${wrong} is not understood` : `no ${name} is called "${value}"`,
    remedy,
  ]
}

/** The help of the command that was meant. */
function helpFor(program: Command, args: readonly string[]): string {
  const words = ['skein']
  let command: Command | undefined = program
  for (const word of args) {
    command = command.commands.find((child) => child.name() === word)
    if (command === undefined) break
    words.push(word)
  }
  return `${words.join(' ')} --help`
}
