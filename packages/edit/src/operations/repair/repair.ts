import { branches, resumeView, resumeWalk, type Transcript } from '@skein/transcript'
import { Draft } from '../../draft/draft.ts'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import { EditError } from '../../errors.ts'
import type { EditSession } from '../../source/edit-session.ts'
import { chooseTip, type ChosenTip, type WriterChoice } from './choose-tip.ts'
import { mendCopies } from './copies.ts'
import { mendLines, type SetAside } from './damaged-lines.ts'
import { hollowThinking } from './hollow-thinking.ts'
import { mendBoundary, preservingBoundary } from './mend-boundary.ts'
import { mendCalls, type OrphanChoice } from './mend-calls.ts'
import { mendLinks, type MendedLinks } from './mend-links.ts'
import { mendClock, mendMissingTimes } from './mend-times.ts'
import { MendedTranscript } from './mended-transcript.ts'
import { Reach } from './reach.ts'
import { RepairChain } from './repair-chain.ts'

export interface RepairOptions {
  /** Calls without a result, results without a call; `result` unless said otherwise. */
  readonly orphans?: OrphanChoice
  /** Which line goes on where two processes wrote into the file; without it, the one that a resume takes now. */
  readonly writer?: WriterChoice
  /** Makes times rise along the conversation. */
  readonly clock?: boolean
}

/** A repair that is decided, and what was left out by it. */
export interface Repair {
  readonly draft: Draft
  readonly setAside: readonly SetAsidePlace[]
}

export interface SetAsidePlace extends SetAside {
  /** The sub-agent's file; empty for the session's own transcript. */
  readonly file: string
}

/**
 * The session with everything mended that keeps a resume from its history: lines, links, rings, repeated uuids, calls
 * without results, thinking that the API refuses, markers that hold it on a dead branch.
 *
 * Contract: a resume of the result reaches at least as many messages as one of the original, unless a writer was chosen
 * or calls are dropped; repairing the result finds nothing to do.
 */
export function repairSession(session: EditSession, options: RepairOptions = {}): Repair {
  const draft = new Draft(session, 'repair')
  const done = new Tally()
  const setAside = draft.transcripts.flatMap((transcript) =>
    mendTranscript(draft, transcript, { options, done }).map((place) => ({
      ...place,
      file: transcript.from.name,
    })),
  )
  if (draft.isUntouched)
    throw new EditError('nothing-to-do', 'nothing is damaged in this session', {
      remedy: 'skein doctor <session> tells what it finds; skein clone makes a copy',
    })
  done.tell(draft)
  tellSetAside(draft, setAside)
  return { draft, setAside }
}

interface Task {
  readonly options: RepairOptions
  readonly done: Tally
}

function mendTranscript(draft: Draft, target: TranscriptDraft, { options, done }: Task): readonly SetAside[] {
  const isMain = target === draft.main
  const lines = mendLines(target)
  done.add('recovered', lines.recovered)
  done.add('rewritten', lines.rewritten)
  done.add('setAside', lines.setAside.length)
  const copies = mendCopies(target)
  done.add('repeated', copies.twins.size)
  const writer = isMain ? (options.writer ?? null) : null
  const { chain, links, chosen, walk } = linked(target, copies, writer)
  done.add('relinked', links.relinked)
  done.add('opened', links.opened)
  const mended = new MendedTranscript({
    draft: target,
    sessionId: draft.session.id,
    copies,
    chain,
    tip: chosen.tip,
    fallbackTime: draft.session.use.changed,
  })
  const named = mended.nameRows()
  done.add('named', named.nameless)
  done.add('renamed', named.renamed)
  if (isMain && mendBoundary(mended)) done.add('unhidden', 1)
  done.add('thinking', dropHollow(mended))
  done.add('timed', mendMissingTimes(mended))
  if (options.clock === true) done.add('clocked', mendClock(mended))
  const calls = mendCalls(mended, options.orphans ?? 'result')
  done.add(options.orphans === 'drop' ? 'droppedCalls' : 'answered', calls.calls)
  done.add(options.orphans === 'drop' ? 'droppedResults' : 'told', calls.results)
  mended.settle()
  if (isMain) done.add('markers', setTip(draft, mended, chosen))
  if (writer !== null && chosen.tip !== walk.at(-1)) draft.tip = mended.tipUuid
  return lines.setAside
}

interface Linked {
  readonly chain: RepairChain
  readonly links: MendedLinks
  readonly chosen: ChosenTip
  /** The way a resume takes now, from root to tip. */
  readonly walk: readonly number[]
}

/**
 * Links as they were meant, where a resume then reaches at least what it reaches now; else as a resume makes them now.
 * Damage can be such that an entry that comes back, or a repeated one, leads away from what is reached without it.
 */
function linked(
  target: TranscriptDraft,
  copies: ReturnType<typeof mendCopies>,
  writer: WriterChoice | null,
): Linked {
  const { transcript, source, name } = target.from
  const isMain = name === ''
  const view = isMain ? resumeView(transcript, source) : null
  const stays = (row: number): number => copies.twins.get(row) ?? row
  const before = (view?.kind === 'conversation' ? view.rows : []).map(stays)
  const walk = isMain ? resumeWalk(transcript, source).map(stays) : []
  const preserving = isMain ? preservingBoundary(target) : -1
  const attempt = (asResumed: boolean): Linked & { readonly reached: number; readonly had: number } => {
    const chain = new RepairChain(transcript, copies, asResumed ? walk : null)
    const links = mendLinks(target.from, chain, walk)
    const reach = new Reach(transcript, chain, { before, preserving })
    const count = (tip: number): number => (tip < 0 ? 0 : reach.count(tip))
    const chosen = chooseTip(transcript, chain, { writer, reach: count })
    const had = reach.countSent(new Set(before))
    return { chain, links, chosen, walk, reached: count(chosen.tip), had }
  }
  const meant = attempt(false)
  if (writer !== null || meant.reached >= meant.had) return meant
  const resumed = attempt(true)
  return { ...resumed, chosen: { ...resumed.chosen, tip: walk[walk.length - 1] ?? resumed.chosen.tip } }
}

function dropHollow(mended: MendedTranscript): number {
  const { scan } = mended.transcript
  const hollow = hollowThinking(mended.transcript).filter((block) =>
    mended.chain.isLoadable(scan.blocks.row[block]),
  )
  mended.dropBlocks(
    hollow.map((block) => scan.blocks.row[block]),
    (block) => block['type'] === 'thinking' && (isBlank(block['signature']) || isBlank(block['thinking'])),
  )
  return hollow.length
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value === ''
}

/** Says where the mended session continues; how many markers said something else. */
function setTip(draft: Draft, mended: MendedTranscript, chosen: ChosenTip): number {
  if (chosen.heldBack)
    draft.warn(
      'held-back',
      'A marker holds the session on an older branch that has more of the conversation than the newest one; it stays there. Choose with --writer.',
    )
  const rivals = secondWriters(mended.transcript)
  if (rivals > 0)
    draft.warn(
      'two-writers',
      `Another process wrote into this file: ${rivals === 1 ? 'one more line' : `${rivals} more lines`} of the conversation ${rivals === 1 ? 'stays' : 'stay'} as a branch. Choose which goes on with --writer.`,
    )
  if (chosen.wrongMarker >= 0) draft.main.drop(chosen.wrongMarker)
  if (!draft.main.isUntouched) draft.tip = mended.tipUuid
  return chosen.wrongMarker >= 0 ? 1 : 0
}

function secondWriters(transcript: Transcript): number {
  return branches(transcript).filter(({ reason }) => reason === 'second-writer').length
}

function tellSetAside(draft: Draft, setAside: readonly SetAsidePlace[]): void {
  if (setAside.length === 0) return
  const bytes = setAside.reduce((sum, { length }) => sum + length, 0)
  draft.warn(
    'set-aside',
    `${bytes} damaged bytes in ${setAside.length === 1 ? 'one place' : `${setAside.length} places`} are no entries and are left out; the original keeps them.`,
  )
}

/** What was mended, and how often, over all files of the session. */
class Tally {
  readonly #counts = new Map<string, number>()

  add(what: keyof typeof WORDS, count: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }

  tell(draft: Draft): void {
    for (const [what, words] of Object.entries(WORDS)) draft.step(words, this.#counts.get(what) ?? 0)
  }
}

const WORDS = {
  recovered: 'entries recovered from damaged lines',
  setAside: 'damaged pieces set aside',
  rewritten: 'entries rewritten as valid UTF-8',
  repeated: 'repeated entries dropped',
  renamed: 'entries with a repeated uuid given one of their own',
  named: 'entries without a uuid given one',
  relinked: 'missing parents re-linked',
  opened: 'parent cycles opened',
  unhidden: 'compactions kept from hiding a conversation beside them',
  thinking: 'hollow thinking dropped',
  timed: 'entries without a time given one',
  clocked: 'times made to rise',
  answered: 'unanswered calls given an interrupted result',
  droppedCalls: 'unanswered calls dropped',
  told: 'stray results turned into text',
  droppedResults: 'stray results dropped',
  markers: 'markers that named a wrong entry dropped',
} as const
