import type { CommandSpec, OptionSpec } from './command-spec.ts'
import { allCommands } from './command-spec.ts'

/** A completion script for fish. */
export function fishCompletion(program: CommandSpec): string {
  const lines = allCommands(program).flatMap((command) => [
    ...command.commands.map(
      ({ path, description }) =>
        `complete -c skein -f -n ${quoted(conditionFor(command, true))} -a ${quoted(path[path.length - 1])} -d ${quoted(description)}`,
    ),
    ...(command.choices.length === 0
      ? []
      : [
          `complete -c skein -f -n ${quoted(conditionFor(command, false))} -a ${quoted(command.choices.join(' '))}`,
        ]),
    ...command.options.map((option) => optionLine(option, conditionFor(command, false))),
  ])
  return `# fish completion of skein:  skein completion fish > ~/.config/fish/completions/skein.fish
${lines.join('\n')}
`
}

/** When a command is the one being typed; `open`: and none of its own commands was yet. */
function conditionFor({ path, commands }: CommandSpec, open: boolean): string {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
  const names = commands.map((child) => child.path[child.path.length - 1]).join(' ')
  if (path.length === 0) return open ? '__fish_use_subcommand' : 'true'
  return [...seen, ...(open ? [`not __fish_seen_subcommand_from ${names}`] : [])].join('; and ')
}

function optionLine(
  { long, short, description, takesValue, choices }: OptionSpec,
  condition: string,
): string {
  return [
    `complete -c skein -n ${quoted(condition)}`,
    ...(long === null ? [] : [`-l ${long.replace(/^--/, '')}`]),
    ...(short === null ? [] : [`-s ${short.replace(/^-/, '')}`]),
    ...(takesValue ? ['-x'] : []),
    ...(choices.length === 0 ? [] : [`-a ${quoted(choices.join(' '))}`]),
    `-d ${quoted(description)}`,
  ].join(' ')
}

/** In single quotes, as fish reads them. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
