import type { TurnRange } from '@skein/view'
import { InvalidArgumentError, Option } from 'commander'
import { LEAST_WIDTH } from '../terminal/width.ts'

/** How a command prints, for people or for programs. */
export function printOptions(): Option[] {
  return [jsonOption(), pagerOption(), colourOption(), widthOption()]
}

/** The options that several commands share: each means the same everywhere. */
export function jsonOption(): Option {
  return new Option('--json', 'print JSON (see docs/cli-json.md)')
}

export function colourOption(): Option {
  return new Option('--no-color', 'no colours (also NO_COLOR; FORCE_COLOR forces them)')
}

export function pagerOption(): Option {
  return new Option('--no-pager', 'no pager (default: SKEIN_PAGER, PAGER or less)')
}

export function widthOption(): Option {
  return new Option('--width <columns>', 'width of the output').argParser((text) =>
    atLeast(text, LEAST_WIDTH),
  )
}

export function revealOption(): Option {
  return new Option('--reveal', 'show secrets instead of masking them')
}

export function redactOption(): Option {
  return new Option('--redact', 'also hide folders, the home folder and the user name')
}

export function versionOption(): Option {
  return new Option(
    '--as <version>',
    'read it like this version of Claude Code, e.g. 2.0.76 (default: newest observed)',
  ).argParser((text) => {
    if (/^\d+\.\d+(\.\d+)?$/.test(text)) return text
    throw new InvalidArgumentError('A version is like 2.0.76.')
  })
}

export function atLeast(text: string, least: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
  throw new InvalidArgumentError(`A whole number of at least ${least} is needed.`)
}

/** `3`, `3..5`, `3..`, `..5`. */
export function turnRange(text: string): TurnRange {
  const match = /^(?:(\d+)|(\d+)?\.\.(\d+)?)$/.exec(text)
  const [only, first, last] = [match?.[1], match?.[2], match?.[3]].map((part) =>
    part === undefined ? undefined : Number(part),
  )
  const range = { from: only ?? first ?? 1, to: only ?? last ?? Infinity }
  const isNothing = text === '..' || match === null || range.from < 1 || range.to < range.from
  if (isNothing) throw new InvalidArgumentError('Turns are like 3, 3..5, 3.. or ..5, from 1.')
  return range
}
