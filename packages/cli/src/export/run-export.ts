import type { ApiMessage, ResumeRequest } from '@skein/transcript'
import { resumeRequest, rulesFor, sendable } from '@skein/transcript'
import type { TurnRange } from '../commands/options.ts'
import { SkeinError } from '../errors.ts'
import { chosenBranch, titleFor } from '../session/chosen-branch.ts'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { sessionReport } from '../show/session-report.ts'
import { jsonText, writeJson } from '../terminal/json.ts'
import { Output } from '../terminal/output.ts'
import { StandardOutput } from '../terminal/standard-output.ts'
import { sessionHtml } from './session-html.ts'
import { sessionMarkdown } from './session-markdown.ts'

export interface ExportOptions extends MaskOptions, SessionOptions {
  readonly turn?: TurnRange
  readonly branch?: number
}

export interface ExportApiOptions extends MaskOptions, SessionOptions {
  readonly as?: string
  readonly model?: string
  readonly sendable?: true
}

export type ExportForm = 'md' | 'html' | 'json'

/** Writes a session to standard output in a form for people or programs. */
export async function runExport(form: ExportForm, name: string, options: ExportOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    const chosen = options.branch === undefined ? session : chosenBranch(session, options.branch)
    const opened = masked(chosen, options)
    const report = sessionReport(opened, {
      title: titleFor(session, chosen, options),
      turns: options.turn,
      steps: 'full',
      agentTurns: true,
    })
    const out = new Output(new StandardOutput())
    if (form === 'json') await writeJson(out, report)
    else {
      const pieces =
        form === 'md' ? sessionMarkdown(report) : sessionHtml(report, { images: !options.redact })
      for (const piece of pieces) await out.write(piece)
    }
    await out.end()
  } finally {
    session.close()
  }
}

export async function runExportApi(name: string, options: ExportApiOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    const { transcript, source } = masked(session, options)
    const request = resumeRequest(transcript, source, { version: options.as, model: options.model })
    if (request.kind !== 'sent') throw notSent(request, name, options.as)
    await writeArray(options.sendable ? sendable(request.messages) : request.messages)
  } finally {
    session.close()
  }
}

/** One message a line, so that a conversation of any size is never one string. */
async function writeArray(messages: readonly ApiMessage[]): Promise<void> {
  const out = new Output(new StandardOutput())
  await out.write('[')
  for (const [i, message] of messages.entries())
    await out.write(`${i === 0 ? '\n' : ',\n'}${jsonText(message)}`)
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
