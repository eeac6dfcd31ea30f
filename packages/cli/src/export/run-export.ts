import type { ApiMessage, ResumeRequest } from '@skein/transcript'
import { resumeRequest, rulesFor, sendable } from '@skein/transcript'
import type { ExportFormat } from '@skein/view'
import { jsonText, sessionExport } from '@skein/view'
import type { TurnRange } from '@skein/view'
import { SkeinError } from '../errors.ts'
import { chosenBranch, titleFor } from '../session/chosen-branch.ts'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { aboutOf, assertTurns, toldOf } from '../session/whole.ts'
import { Output } from '../terminal/output.ts'
import { StandardOutput } from '../terminal/standard-output.ts'

export interface ExportOptions extends MaskOptions, SessionOptions {
  readonly turn?: TurnRange
  readonly branch?: number
}

export interface ExportApiOptions extends MaskOptions, SessionOptions {
  readonly as?: string
  readonly model?: string
  readonly sendable?: true
}

/** Writes a session to standard output in a form for people or programs. */
export async function runExport(format: ExportFormat, name: string, options: ExportOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    const chosen = options.branch === undefined ? session : chosenBranch(session, options.branch)
    const opened = masked(chosen, options)
    const told = toldOf(opened, true)
    const about = aboutOf(opened, told.session, titleFor(session, chosen, options))
    assertTurns(options.turn, about)
    const out = new Output(new StandardOutput())
    const subject = { about, told, range: options.turn, images: !options.redact }
    for (const piece of sessionExport(format, subject)) await out.write(piece)
    if (format === 'json') await out.line()
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
