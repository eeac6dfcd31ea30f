import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDisk, openTranscript } from '@skein/store'
import { FAULT_WORDS, faultsOf, newFaults, type Faults } from './check/faults.ts'
import type { Draft } from './draft/draft.ts'
import { finishDraft } from './draft/finish.ts'
import { EditError } from './errors.ts'
import type { Ledger } from './ledger/ledger.ts'
import { blockCounts, contextFigures, resumeFigures, rowCounts } from './plan/figures.ts'
import type { EditPlan } from './plan/plan.ts'
import { commonWarnings } from './plan/common-warnings.ts'
import { publishStage } from './publish/publish.ts'
import { stageDraft, type Stage } from './publish/stage.ts'
import { transcriptPath, type Target } from './publish/target.ts'
import type { SourceTranscript } from './source/edit-session.ts'
import { sourceOf } from './source/open-edit-session.ts'

/** A draft that was written down, read back and found sound; it has no name yet. */
export interface PreparedEdit {
  readonly plan: EditPlan
  /** Makes it a session, and writes it into the ledger. Once; not for one that was staged apart. */
  publish(ledger: Ledger, options: object): Promise<void>
  discard(): void
}

/**
 * Writes the new session of a draft under names that nobody takes for one, reads it back with the kernel and compares.
 * A fault that the original does not have is an `EditError` and leaves nothing behind.
 */
export function prepareEdit(draft: Draft, target: Target, where: 'beside' | 'apart'): PreparedEdit {
  if (existsSync(transcriptPath(target)))
    throw new EditError('exists', `there is already a session ${target.sessionId}`, {
      remedy: 'run it again',
    })
  const untouched = draft.isUntouched
  finishDraft(draft, target.sessionId)
  const stage = stageDraft(draft, target, where)
  try {
    const plan = checkedPlan(draft, target, { stage, untouched })
    return {
      plan,
      publish: async (ledger, options) => {
        const entry = ledger.begin(draft, target, stage, options)
        try {
          await publishStage(stage)
        } catch (error) {
          ledger.markUndone(entry)
          throw error
        }
        ledger.finish(entry)
      },
      discard: () => stage.discard(),
    }
  } catch (error) {
    stage.discard()
    throw error
  }
}

interface Staged {
  readonly stage: Stage
  readonly untouched: boolean
}

function checkedPlan(draft: Draft, target: Target, { stage, untouched }: Staged): EditPlan {
  const { session, main, agents } = draft
  const open = openTranscript(() => openDisk(stage.transcript.staged), { agentFile: false })
  const read = sourceOf(open, '')
  try {
    const carried = assertSound(session.main, read)
    for (const agent of agents) assertSoundAgent(agent.from, stage, target)
    const drafts = draft.transcripts
    const compared = { before: main.from, after: untouched ? null : read, stale: draft.staleUsage }
    return {
      kind: draft.kind,
      source: { session: session.id, path: session.main.path, bytes: session.main.length },
      target: { session: target.sessionId, path: stage.transcript.path, bytes: stage.transcript.size },
      rows: rowCounts(drafts),
      blocks: blockCounts(drafts),
      agents: agents.length,
      sidecars: stage.others.length - agents.length,
      context: contextFigures(compared),
      resume: resumeFigures(compared),
      steps: draft.steps,
      warnings: [...draft.warnings, ...commonWarnings(draft, target)],
      carried: [...carried].map(([fault, count]) => ({ fault, count })),
    }
  } finally {
    open.close()
  }
}

/** The faults that were carried over. */
function assertSound(
  before: SourceTranscript,
  after: Pick<SourceTranscript, 'transcript' | 'source'>,
): Faults {
  const carried = faultsOf(after)
  const [fault] = newFaults(faultsOf(before), carried)
  if (fault === undefined) return carried
  throw new EditError(
    'refused',
    `the new session would have ${FAULT_WORDS[fault]}, which the original has not`,
    {
      remedy: 'nothing was written; please report it with the command you ran',
    },
  )
}

function assertSoundAgent(before: SourceTranscript, stage: Stage, target: Target): void {
  const path = join(target.folder, target.sessionId, before.name)
  const staged = stage.others.find((file) => file.path === path)
  if (staged === undefined) return
  const open = openTranscript(() => openDisk(staged.staged), { agentFile: true })
  try {
    assertSound(before, sourceOf(open, before.name))
  } finally {
    open.close()
  }
}
