import type { Argument, Command, Option } from 'commander'

/** What a shell needs to know of a command; read from the program itself, so that nothing is kept by hand. */
export interface CommandSpec {
  /** The words that lead to it: none for the program, `['export', 'md']` for a command of a command. */
  readonly path: readonly string[]
  readonly description: string
  readonly options: readonly OptionSpec[]
  readonly commands: readonly CommandSpec[]
  /** Words that its first argument can be; empty where it is a session, a path or nothing. */
  readonly choices: readonly string[]
  readonly takesArguments: boolean
}

export interface OptionSpec {
  /** `--view`; null where there is only a short form. */
  readonly long: string | null
  readonly short: string | null
  readonly description: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

export function commandSpec(command: Command, path: readonly string[] = []): CommandSpec {
  const { registeredArguments } = command
  return {
    path,
    description: command.description(),
    options: command
      .createHelp()
      .visibleOptions(command)
      .filter(({ hidden }) => !hidden)
      .map(optionSpec),
    commands: command
      .createHelp()
      .visibleCommands(command)
      .map((child) => commandSpec(child, [...path, child.name()])),
    choices: choicesOf(registeredArguments[0]),
    takesArguments: registeredArguments.length > 0,
  }
}

function optionSpec(option: Option): OptionSpec {
  return {
    long: option.long ?? null,
    short: option.short ?? null,
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  }
}

function choicesOf(argument: Argument | undefined): readonly string[] {
  return argument?.argChoices ?? []
}

/** A command and all below it. */
export function allCommands(spec: CommandSpec): CommandSpec[] {
  return [spec, ...spec.commands.flatMap(allCommands)]
}

export function flagsOf({ long, short }: OptionSpec): string[] {
  return [long, short].filter((flag) => flag !== null)
}

/** In single quotes, as bash and zsh read them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
