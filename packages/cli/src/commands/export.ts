import type { Command } from 'commander'
import type { ExportFormat } from '@skein/view'
import type { ExportApiOptions, ExportOptions } from '../export/run-export.ts'
import { atLeast, jsonOption, redactOption, revealOption, turnRange, versionOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .description('write a session to stdout as Markdown, HTML, JSON or API messages')
  addForm(exporting, 'md', 'readable Markdown')
  addForm(exporting, 'html', 'one self-contained page: no script, nothing loaded')
  addForm(exporting, 'json', 'the same as `skein show --full --json`')
  addApi(exporting)
  exporting.addHelpText('after', EXAMPLES)
}

const EXAMPLES = `
Examples:
  skein export md session.jsonl > session.md
  skein export html session.jsonl --redact > session.html
  skein export json session.jsonl --turn 3..5 | jq .
  skein export api session.jsonl > messages.json

Detected secrets are masked; --reveal shows them.
`

function addForm(exporting: Command, form: ExportFormat, description: string): void {
  const command = exporting
    .command(`${form} <session>`)
    .description(description)
    .option('--turn <turns>', 'only these turns: 3, 3..5, 3.. or ..5', turnRange)
    .option('--branch <number>', 'show a branch instead (`skein tree` lists them)', (text) =>
      atLeast(text, 1),
    )
  for (const option of [redactOption(), revealOption(), jsonOption().hideHelp(), ...storeOptions()])
    command.addOption(option)
  command.addHelpText('after', formExamples(form)).action(async (session: string, options: ExportOptions) => {
    const { runExport } = await import('../export/run-export.ts')
    await runExport(form, session, options)
  })
}

function formExamples(form: ExportFormat): string {
  return `
Examples:
  skein export ${form} session.jsonl > session.${form}
  skein export ${form} session.jsonl --turn 3..5 --redact
  skein export ${form} session.jsonl --branch 1
`
}

function addApi(exporting: Command): void {
  const command = exporting
    .command('api <session>')
    .description('the Messages API messages that a resume would send, as a JSON array')
    .addOption(versionOption())
    .option('--model <model>', 'model that resumes (default: the last one that answered)')
    .option('--sendable', 'make it valid for the API: roles alternate, every call has a result')
  for (const option of [redactOption(), revealOption(), jsonOption().hideHelp(), ...storeOptions()])
    command.addOption(option)
  command.addHelpText('after', API_EXAMPLES).action(async (session: string, options: ExportApiOptions) => {
    const { runExportApi } = await import('../export/run-export.ts')
    await runExportApi(session, options)
  })
}

const API_EXAMPLES = `
Examples:
  skein export api session.jsonl > messages.json
  skein export api session.jsonl --as 2.0.76
  skein export api session.jsonl --sendable --reveal     byte for byte what is sent
`
