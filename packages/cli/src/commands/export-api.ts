import type { Command } from 'commander'
import type { ApiMessage, ResumeRequest } from '@skein/transcript'
import { resumeRequest, rulesFor, sendable } from '@skein/transcript'
import { SkeinError } from '../errors.ts'
import { openTranscript } from '../file/open-transcript.ts'
import { Output } from '../terminal/output.ts'
import { jsonOption, versionOption } from './options.ts'

interface ExportOptions {
  readonly as?: string
  readonly model?: string
  readonly sendable?: true
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a session in another form')
    .command('api <file>')
    .description('the Messages API conversation that a resume would send, as a JSON array')
    .addOption(versionOption())
    .option('--model <model>', 'the model that resumes (the last one that answered unless said)')
    .option('--sendable', 'make it valid for the API: roles alternate, every call is answered')
    .addOption(jsonOption().hideHelp())
    .addHelpText('after', EXAMPLES)
    .action(exportApi)
}

const EXAMPLES = `
Examples:
  skein export api session.jsonl > messages.json
  skein export api session.jsonl --as 2.0.76
  skein export api session.jsonl --sendable
`

async function exportApi(file: string, options: ExportOptions): Promise<void> {
  const { transcript, source, close } = openTranscript(file)
  try {
    const request = resumeRequest(transcript, source, { version: options.as, model: options.model })
    if (request.kind !== 'sent') throw notSent(request, file, options.as)
    await writeArray(options.sendable ? sendable(request.messages) : request.messages)
  } finally {
    close()
  }
}

/** One message a line, so that a conversation of any size is never one string. */
async function writeArray(messages: readonly ApiMessage[]): Promise<void> {
  const out = new Output(process.stdout)
  await out.write('[')
  for (const [i, message] of messages.entries())
    await out.write(`${i === 0 ? '\n' : ',\n'}${JSON.stringify(message)}`)
  await out.line(messages.length === 0 ? ']' : '\n]')
  await out.end()
}

function notSent(
  request: Exclude<ResumeRequest, { kind: 'sent' }>,
  file: string,
  as: string | undefined,
): SkeinError {
  const { version } = rulesFor(as)
  const what = {
    'no-conversation': `Claude Code ${version} finds no conversation to resume in ${file}`,
    hangs: `Claude Code ${version} never ends on ${file} (${request.reason})`,
    fails: `Claude Code ${version} fails on ${file} (${request.reason})`,
  }
  return new SkeinError('data', what[request.kind], { remedy: `\`skein check\` says what is in it` })
}
