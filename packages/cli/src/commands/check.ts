import type { Command } from 'commander'
import { reportLines } from '../check/report-lines.ts'
import { checkReport } from '../check/report.ts'
import { openTranscript } from '../file/open-transcript.ts'
import { writeJson } from '../terminal/json.ts'
import type { ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { colourOption, jsonOption, versionOption, widthOption } from './options.ts'

interface CheckOptions extends ScreenOptions {
  readonly as?: string
  readonly json?: true
}

export function addCheck(program: Command): void {
  program
    .command('check <file>')
    .description('what is in a transcript, what is damaged, its branches, and what a resume leaves out')
    .addOption(versionOption())
    .addOption(jsonOption())
    .addOption(colourOption())
    .addOption(widthOption())
    .addHelpText('after', EXAMPLES)
    .action(check)
}

const EXAMPLES = `
Examples:
  skein check session.jsonl
  skein check session.jsonl --as 2.0.76
  skein check session.jsonl --json | jq .diagnostics
`

async function check(file: string, options: CheckOptions): Promise<void> {
  const opened = openTranscript(file)
  try {
    const screen = openScreen(options)
    const report = checkReport(opened, options.as)
    if (options.json) await writeJson(screen.out, report)
    else await screen.out.lines(reportLines(report, screen))
    await screen.out.end()
  } finally {
    opened.close()
  }
}
