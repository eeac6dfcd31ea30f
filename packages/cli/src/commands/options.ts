import { InvalidArgumentError, Option } from 'commander'
import { NEWEST_VERSION } from '@skein/transcript'
import { LEAST_WIDTH } from '../terminal/screen.ts'

/** The options that several commands share: each means the same everywhere. */
export function jsonOption(): Option {
  return new Option('--json', 'print JSON (docs/cli.md has its shape)')
}

export function colourOption(): Option {
  return new Option('--no-color', 'no colours (as NO_COLOR does; FORCE_COLOR asks for them)')
}

export function widthOption(): Option {
  return new Option('--width <columns>', 'columns to fill').argParser((text) => atLeast(text, LEAST_WIDTH))
}

export function versionOption(): Option {
  return new Option(
    '--as <version>',
    `read it as this version of Claude Code does, e.g. 2.0.76 (${NEWEST_VERSION} unless said)`,
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
