import type { Command } from 'commander'
import { SkeinError } from '../errors.ts'
import { branchTranscript } from '../file/branch-transcript.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { openTranscript } from '../file/open-transcript.ts'
import { saidBranches } from '../session/branch-report.ts'
import { sessionReport } from '../show/session-report.ts'
import { writeSession } from '../show/write-session.ts'
import { writeJson } from '../terminal/json.ts'
import type { ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { atLeast, colourOption, jsonOption, widthOption } from './options.ts'

interface ShowOptions extends ScreenOptions {
  readonly turn?: number
  readonly branch?: number
  readonly full?: true
  readonly json?: true
}

export function addShow(program: Command): void {
  program
    .command('show <file>')
    .description('a session, turn by turn')
    .option('--turn <number>', 'only this turn, its texts whole', (text) => atLeast(text, 1))
    .option('--full', 'every step: texts, tool calls and what came of them')
    .option('--branch <number>', 'a branch instead of the conversation (`skein check` lists them)', (text) =>
      atLeast(text, 1),
    )
    .addOption(jsonOption())
    .addOption(colourOption())
    .addOption(widthOption())
    .addHelpText('after', EXAMPLES)
    .action(show)
}

const EXAMPLES = `
Examples:
  skein show session.jsonl
  skein show session.jsonl --turn 3 --full
  skein show session.jsonl --json | jq '.turns[].prompt.text'
`

async function show(file: string, options: ShowOptions): Promise<void> {
  const opened = openTranscript(file)
  try {
    const shown = options.branch === undefined ? opened : branchOf(opened, options.branch)
    const screen = openScreen(options)
    const report = sessionReport(shown, { turn: options.turn, full: options.full ?? false })
    if (options.json) await writeJson(screen.out, report)
    else await writeSession(report, screen, { whole: options.turn !== undefined })
    await screen.out.end()
  } finally {
    opened.close()
  }
}

function branchOf(opened: OpenTranscript, number: number): OpenTranscript {
  const found = saidBranches(opened)
  if (number > found.length)
    throw new SkeinError('usage', `no branch ${number} in ${opened.file}`, {
      remedy: found.length === 0 ? 'it has none' : `it has ${found.length}`,
    })
  return branchTranscript(opened, found[number - 1].tip)
}
