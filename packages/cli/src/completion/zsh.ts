import type { CommandSpec, OptionSpec } from './command-spec.ts'
import { allCommands, flagsOf, quoted } from './command-spec.ts'

/** A completion script for zsh: one function a command. */
export function zshCompletion(program: CommandSpec): string {
  return `#compdef skein
# zsh completion of skein; put it into a folder of your fpath as _skein:  skein completion zsh > ~/.zfunc/_skein

${allCommands(program).map(functionOf).join('\n')}
if [[ \${funcstack[1]} == _skein ]]; then _skein "$@"; else compdef _skein skein; fi
`
}

function functionOf(command: CommandSpec): string {
  const options = command.options.flatMap(optionArguments)
  if (command.commands.length === 0)
    return `${nameOf(command.path)}() {
  _arguments ${[...options, ...argumentsOf(command)].join(' \\\n    ')}
}
`
  const described = command.commands.map(({ path, description }) =>
    quoted(`${path[path.length - 1]}:${plain(description)}`),
  )
  const cases = command.commands.map(({ path }) => `        ${path[path.length - 1]}) ${nameOf(path)} ;;`)
  return `${nameOf(command.path)}() {
  local curcontext="$curcontext" state line
  _arguments -C ${[...options, quoted('1: :->command'), quoted('*:: :->rest')].join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(
        ${described.join('\n        ')}
      )
      _describe command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
`
}

function argumentsOf({ takesArguments, choices }: CommandSpec): string[] {
  if (!takesArguments) return []
  return [quoted(choices.length === 0 ? '*: :_files' : `1: :(${choices.join(' ')})`)]
}

function optionArguments(option: OptionSpec): string[] {
  const value = !option.takesValue
    ? ''
    : option.choices.length === 0
      ? ': :'
      : `: :(${option.choices.join(' ')})`
  return flagsOf(option).map((flag) => quoted(`${flag}[${plain(option.description)}]${value}`))
}

function nameOf(path: readonly string[]): string {
  return ['_skein', ...path].join('_')
}

/** Signs that mean something in a specification of `_arguments`. */
function plain(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, (sign) => `\\${sign}`)
}
