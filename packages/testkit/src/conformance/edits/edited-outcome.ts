import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EditError, faultsOf } from '@skein/edit'
import { bytesInMemory, readTranscript, slugOf } from '@skein/transcript'
import { makeIsolatedRoot, type IsolatedRoot } from '../../claude/isolation.ts'
import { projectFolder } from '../../claude/project-folder.ts'
import { resumeIn, resumePrompt, type ResumeResult } from '../../claude/resume.ts'
import { recordedVersions, type RecordedVersion } from '../../claude/versions.ts'
import { filesUnder } from '../../files-under.ts'
import { canonicalCwd, Names } from '../canonical.ts'
import { outcomeDifference } from '../difference.ts'
import { normalise } from '../normalise.ts'
import { ourOutcome } from '../our-outcome.ts'
import type { ApiMessage, Outcome } from '../outcome.ts'
import { HANG_MS } from '../../patience.ts'
import { conformanceSessionId } from '../rows.ts'
import type { EditBase } from './bases.ts'
import type { EditOperation, EditPlace } from './operation.ts'
import { firstMissing, sentTexts } from './sent-texts.ts'

/** What the real program made of an edited session. */
export type EditedOutcome =
  | { kind: 'resumed'; sessions: number; messages: number; kept: number; given: string }
  | { kind: 'refused'; code: string }
  | { kind: 'failed'; reason: string }

export interface EditJob {
  base: EditBase
  operation: EditOperation
  version: RecordedVersion
}

/**
 * Lays a base session out, edits it, and lets the real program go on with what came of it.
 *
 * `resumed` means, for every new session: the program sent just what our resume view of the new file says; what the edit
 * was to keep was sent as it was of the original; the program wrote a further turn behind the bytes that the edit wrote,
 * and the file has no fault that it had not before; and of the original no byte changed in any file.
 */
export async function editedOutcome(job: EditJob): Promise<EditedOutcome> {
  const root = await makeIsolatedRoot()
  try {
    const place = await layOut(root, job)
    const before = await filesUnder(root.configRoot)
    const made = await job.operation.edit(place)
    const given = await digestOf({ root, before, made })
    const counted = { messages: 0, kept: 0 }
    for (const [index, sessionId] of made.entries()) {
      const found = await resumed({ ...job, root, place, sessionId, index })
      counted.messages += found.messages
      counted.kept += found.kept
    }
    const changed = changedFile(before, await filesUnder(root.configRoot))
    if (changed !== undefined) return { kind: 'failed', reason: `${changed} of the original was changed` }
    return { kind: 'resumed', sessions: made.length, ...counted, given }
  } catch (error) {
    if (error instanceof EditError) return { kind: 'refused', code: error.code }
    if (error instanceof Failure) return { kind: 'failed', reason: error.message }
    throw error
  } finally {
    await root.dispose()
  }
}

/** What the real program would be given of the edit, hashed, without asking it; none where the edit is refused. */
export async function givenBy(job: Omit<EditJob, 'version'>): Promise<string | undefined> {
  const root = await makeIsolatedRoot()
  try {
    const place = await layOut(root, job)
    const before = await filesUnder(root.configRoot)
    return await digestOf({ root, before, made: await job.operation.edit(place) })
  } catch (error) {
    if (error instanceof EditError) return undefined
    throw error
  } finally {
    await root.dispose()
  }
}

interface Made {
  root: IsolatedRoot
  before: Record<string, Uint8Array>
  made: string[]
}

/**
 * A hash of the files that an edit wrote and of what our resume view says of them. The program is pinned, so where both are what
 * they were, it does what it did. Ids, times and folders of the run are left out.
 */
async function digestOf({ root, before, made }: Made): Promise<string> {
  const after = await filesUnder(root.configRoot)
  const written = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  const hash = createHash('sha256')
  const names = new Names(root.root, conformanceSessionId)
  for (const sessionId of made) {
    const transcript = written.find((name) => name.endsWith(`/${sessionId}.jsonl`))
    if (transcript === undefined) throw new Failure('the edit wrote no transcript')
    hash.update(names.apply(new TextDecoder().decode(after[transcript])))
    for (const version of recordedVersions)
      hash.update(names.apply(JSON.stringify(ourOutcome(after[transcript], version, { kind: 'hangs' }))))
  }
  hash.update(
    written
      .map((name) => names.apply(name))
      .toSorted()
      .join('\n'),
  )
  return hash.digest('hex').slice(0, 16)
}

/** A check that did not hold. */
class Failure extends Error {}

async function layOut(root: IsolatedRoot, { base, operation }: Omit<EditJob, 'version'>): Promise<EditPlace> {
  const project = projectFolder(root)
  const folder = operation.comesFromElsewhere
    ? join(root.configRoot, 'projects', slugOf(canonicalCwd))
    : project
  const transcript = join(folder, `${conformanceSessionId}.jsonl`)
  const files = Object.entries(base.extraFiles).map(([name, bytes]): [string, Uint8Array] => [
    join(name.startsWith('file-history/') ? root.configRoot : folder, name),
    bytes,
  ])
  for (const [path, bytes] of [...files, [transcript, base.bytes] as const]) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes, { mode: 0o600 })
  }
  return { configRoot: root.configRoot, project, cwd: root.cwd, transcript, home: join(root.root, 'skein') }
}

interface ResumeJob extends EditJob {
  root: IsolatedRoot
  place: EditPlace
  sessionId: string
  index: number
}

async function resumed(job: ResumeJob): Promise<{ messages: number; kept: number }> {
  const given = await readFile(join(job.place.project, `${job.sessionId}.jsonl`))
  const result = await resumeIn(job.root, {
    version: job.version,
    sessionId: job.sessionId,
    // Usage that outlived its text shows in both versions then.
    settings: { autoCompactWindow: 200_000 },
    hangAfterMs: HANG_MS,
  })
  const sent = normalise(result, given, resumePrompt)
  const different = outcomeDifference(ourOutcome(given, job.version, sent), sent)
  if (different !== undefined) throw new Failure(`not what our resume view says: ${different}`)
  if (sent.kind !== 'sent') throw new Failure(`nothing was sent: ${JSON.stringify(sent)}`)
  assertGoneOn(result, given, job.version)
  return { messages: sent.messages.length, kept: assertKept(job, sent.messages) }
}

function assertKept({ operation, base, version, index }: ResumeJob, messages: ApiMessage[]): number {
  const original = base.sent[version] ?? sentMessages(ourOutcome(base.bytes, version, { kind: 'hangs' }))
  const { texts, alone } = operation.kept(original, index)
  const sent = sentTexts(messages)
  const missing = firstMissing(texts, sent)
  if (missing !== undefined) throw new Failure(`not kept: ${missing.slice(0, 200)}`)
  if (!alone) return texts.length
  const added = firstMissing(sent, texts)
  if (added !== undefined) throw new Failure(`not of the original: ${added.slice(0, 200)}`)
  return texts.length
}

function sentMessages(outcome: Outcome): ApiMessage[] {
  return outcome.kind === 'sent' ? outcome.messages : []
}

/** Times may go back: 2.1.325 dates what it announces with a prompt some milliseconds before the prompt itself. */
function assertGoneOn(result: ResumeResult, given: Uint8Array, version: RecordedVersion): void {
  const after = new Uint8Array(result.transcriptAfter)
  if (Buffer.compare(after.subarray(0, given.length), given) !== 0)
    throw new Failure('the program did not go on behind what the edit wrote')
  const [before, now] = [faultsIn(given), faultsIn(after)]
  for (const [fault, count] of now)
    if (fault !== 'clock-back' && count > (before.get(fault) ?? 0))
      throw new Failure(`the further turn brought a fault: ${fault}`)
  const texts = sentTexts(sentMessages(ourOutcome(after, version, { kind: 'hangs' })))
  if (firstMissing([resumePrompt, 'ok'], texts) !== undefined || texts.at(-1) !== 'ok')
    throw new Failure('the further turn is not where the conversation ends')
}

function faultsIn(bytes: Uint8Array): ReturnType<typeof faultsOf> {
  return faultsOf({ transcript: readTranscript(bytes), source: bytesInMemory(bytes) })
}

function changedFile(
  before: Record<string, Uint8Array>,
  after: Record<string, Uint8Array>,
): string | undefined {
  return Object.keys(before).find((name) => {
    const now = after[name]
    return now === undefined || Buffer.compare(before[name], now) !== 0
  })
}
