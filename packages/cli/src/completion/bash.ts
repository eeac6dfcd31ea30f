import type { CommandSpec } from './command-spec.ts'
import { allCommands, flagsOf, quoted } from './command-spec.ts'

/** A completion script for bash 3.2 and later; where it knows nothing better, bash completes file names. */
export function bashCompletion(program: CommandSpec): string {
  const commands = allCommands(program)
  const steps = commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      ${quoted(key(path))}) at=${quoted(key(path))} ;;`)
  const values = commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map((option) => {
        const cases = flagsOf(option).map((flag) => quoted(`${key(command.path)} ${flag}`))
        const reply =
          option.choices.length === 0
            ? ''
            : ` COMPREPLY=($(compgen -W ${quoted(option.choices.join(' '))} -- "$word"));`
        return `    ${cases.join('|')})${reply} return ;;`
      }),
  )
  const words = commands.map((command) => {
    const flags = command.options.flatMap(flagsOf)
    const names = command.commands.map(({ path }) => path[path.length - 1])
    return `    ${quoted(key(command.path))}) flags=${quoted(flags.join(' '))} names=${quoted([...names, ...command.choices].join(' '))} ;;`
  })
  return `# bash completion of skein; put it into your .bashrc:  source <(skein completion bash)
_skein() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at='' flags='' names='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${steps.join('\n')}
    esac
  done
  case "$at $before" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ -n $names ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$word"))
  fi
}
complete -o default -F _skein skein
`
}

/** A blank before each word, so that the program itself is the empty one. */
function key(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join('')
}
