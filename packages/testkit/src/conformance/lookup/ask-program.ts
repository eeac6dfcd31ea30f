import { runAmong, type LaidOutResult } from '../../claude/laid-out.ts'
import { resumePrompt } from '../../claude/resume.ts'
import type { RecordedVersion } from '../../claude/versions.ts'
import { HANG_MS } from '../../patience.ts'
import type { LookupCase } from './lookup-case.ts'
import type { LookupOutcome } from './outcome.ts'

/** Asks the real program which session it takes. */
export async function askProgram(asked: LookupCase, version: RecordedVersion): Promise<LookupOutcome> {
  const result = await runAmong({
    version,
    files: asked.files,
    args: asked.args,
    prompt: resumePrompt,
    hangAfterMs: HANG_MS,
  })
  return normaliseLookup(asked, result)
}

/** What a run came to, without the ids it made up and the folders it ran in. */
export function normaliseLookup(asked: LookupCase, result: LaidOutResult): LookupOutcome {
  // On a busy machine 2.0.76 lets a request without a past go while it ends; the refusal is what counts.
  if (result.exitCode !== 0 && !result.hangs)
    return { kind: 'refused', exitCode: result.exitCode, reason: reasonOf(result) }
  const sent = result.requests
    .map(({ body }) => JSON.stringify((body as { messages?: unknown } | null)?.messages ?? [])) // the API's own shape
    .findLast((messages) => messages.includes(resumePrompt))
  if (sent === undefined) {
    if (result.hangs) return { kind: 'hangs' }
    throw new Error(`${asked.id}: the run ended well and sent nothing`)
  }
  const appendedTo = result.prompted.map((path) => withoutNewId(path, asked))
  const session = sessionIn(sent, asked)
  return session === undefined ? { kind: 'new', appendedTo } : { kind: 'resumed', session, appendedTo }
}

/** The laid out file whose prompt was sent. */
function sessionIn(sent: string, asked: LookupCase): string | undefined {
  const words = new Set(wordsIn(sent))
  const found = Object.entries(asked.files).filter(([, { bytes }]) =>
    wordsIn(new TextDecoder().decode(bytes)).some((word) => words.has(word)),
  )
  if (found.length > 1) throw new Error(`${asked.id}: the request holds prompts of ${found.length} files`)
  return found[0]?.[0]
}

function wordsIn(text: string): string[] {
  return text.match(/\bp:\w+/g) ?? []
}

/** A refusal by its first words: the rest repeats the request, or is the program's own text. */
function reasonOf({ stderr, stdout }: LaidOutResult): string {
  const said = `${stderr}\n${stdout}`.trim()
  const known = refusals.find((words) => said.includes(words))
  if (known !== undefined) return known
  return /^\w*Error: .*$/m.exec(said)?.[0] ?? said.split('\n')[0]
}

const refusals = [
  'No conversation found with session ID',
  '--resume requires a valid session ID when used with --print',
  '--resume requires a valid session ID or session title when used with --print',
  'Pass one of these session IDs to disambiguate',
]

/** Ids that the case does not mention were made up by the run. */
function withoutNewId(path: string, asked: LookupCase): string {
  const known = [
    ...asked.args,
    ...Object.entries(asked.files).map(([name, { bytes }]) => name + new TextDecoder().decode(bytes)),
  ].join('\n')
  return path.replaceAll(uuids, (id) => (known.includes(id) ? id : '{new}'))
}

const uuids = /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/g
