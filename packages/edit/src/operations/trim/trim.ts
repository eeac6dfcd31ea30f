import { tokensOf, type Weight } from '@skein/transcript'
import { Draft } from '../../draft/draft.ts'
import { EditError } from '../../errors.ts'
import type { EditSession } from '../../source/edit-session.ts'
import { chooseByRules, chooseByTarget } from './choose.ts'
import { savedBy, type CallStep, type Decisions, type PartKind } from './decisions.ts'
import type { TrimOptions } from './options.ts'
import { rewriteRows } from './rewrite-rows.ts'
import { ladderOf, rulesOf, type TrimRule } from './rules.ts'
import { dropBookkeeping, dropProgress, dropReplacements, dropReportsOn } from './side-rows.ts'
import { dropSnapshots, settleSnapshots, strayTargets } from './snapshots.ts'
import { add, Survey, type Truncation } from './survey.ts'

/**
 * The session with less in it: what tools gave, thinking, images, attachments and the program's own
 * books, by kind and by age, or as much of it as a target asks for.
 *
 * What people and the model said always stays, and so does whatever nobody knows. Calls and results
 * stay paired, on branches too. Doing the same again changes nothing.
 */
export function trimSession(session: EditSession, options: TrimOptions): Draft {
  const rules = rulesOf(options)
  const ladder = options.targetTokens === undefined ? [] : ladderOf(options)
  if (rules.length === 0 && options.targetTokens === undefined)
    throw new EditError('option', 'nothing was said about what to trim', {
      remedy: 'name a preset (light, routine, deep, emergency), a target, or what to drop',
    })
  const survey = new Survey(session.main, truncationsOf([...rules, ...ladder]))
  const { decisions, held } = chooseByRules(survey, rules)
  if (options.targetTokens !== undefined && !chooseByTarget(decisions, ladder, options.targetTokens))
    throw outOfReach(tokensOf(decisions.weight))
  decisions.settleNotes()
  const draft = new Draft(session, 'trim')
  rewriteRows(draft.main, decisions)
  tellSteps(draft, decisions)
  settleSideRows(draft, decisions, rules)
  if (draft.isUntouched) throw nothingToDo(options)
  keepTip(draft, survey)
  tellWarnings(draft, decisions, held)
  return draft
}

/** In damaged files a resume may go on from another row than the live path ends with; it is to do so again. */
function keepTip(draft: Draft, { live, transcript }: Survey): void {
  if (draft.main.droppedCount === 0 || live.tip < 0) return
  const { columns, ids } = transcript.scan
  draft.tip = ids.text(columns.uuid[live.tip])
}

/** From the one that keeps most to the one that keeps least. */
function truncationsOf(rules: readonly TrimRule[]): Truncation[] {
  const found = new Map<string, Truncation>()
  for (const rule of rules)
    if (rule.what === 'tools' && rule.form.kind === 'truncate')
      found.set(`${rule.form.lines},${rule.form.characters}`, rule.form)
  return [...found.values()].toSorted((a, b) => b.characters - a.characters || b.lines - a.lines)
}

function settleSideRows(draft: Draft, decisions: Decisions, rules: readonly TrimRule[]): void {
  const has = (what: TrimRule['what']): boolean => rules.some((rule) => rule.what === what)
  const { live, calls, removeLevel } = decisions.survey
  const reduced = new Set<string>()
  const removed = new Set<string>()
  for (const call of calls.values()) {
    if (decisions.levelOf(call) > 0) reduced.add(call.id)
    if (decisions.levelOf(call) === removeLevel) removed.add(call.id)
  }
  if (has('progress')) draft.step('progress rows dropped', dropProgress(draft.main, live))
  else draft.step('progress rows of removed calls dropped', dropReportsOn(draft.main, live, removed))
  if (has('bookkeeping')) draft.step('bookkeeping rows dropped', dropBookkeeping(draft.main, live))
  draft.step('replacements of reduced results dropped', dropReplacements(draft.main, live, reduced))
  if (has('snapshots')) draft.step('file snapshots dropped', dropSnapshots(draft, live))
  else draft.step('file snapshots of removed edits updated', settleSnapshots(draft, decisions))
}

const CALL_STEPS: readonly (readonly [CallStep, string])[] = [
  ['superseded', 'superseded reads stubbed'],
  ['repeated', 'repeated outputs cited'],
  ['retried', 'failed attempts removed'],
  ['truncated', 'tool results truncated'],
  ['stubbed', 'tool results stubbed'],
  ['removed', 'tool calls removed'],
]

const PART_STEPS: readonly (readonly [PartKind, string])[] = [
  ['thinking', 'thinking blocks dropped'],
  ['images', 'images dropped'],
  ['attachments', 'attachments dropped'],
]

function tellSteps(draft: Draft, decisions: Decisions): void {
  const { calls } = decisions.survey
  for (const [step, what] of CALL_STEPS) {
    const own = [...calls.values()].filter((call) => decisions.stepOf(call) === step)
    draft.step(what, own.length, tokensSaved(own.map((call) => decisions.savedOn(call))))
  }
  for (const [kind, what] of PART_STEPS) {
    const parts = [...decisions.dropped(kind)]
    const inResults =
      kind === 'images'
        ? [...calls.values()].filter(
            (call) => decisions.stepOf(call) === undefined && decisions.isWithoutImages(call),
          )
        : []
    const count =
      parts.reduce((all, part) => all + part.count, 0) +
      inResults.reduce((all, call) => all + call.all.images, 0)
    const saved = [
      ...parts.map((part) => savedBy(kind, part)),
      ...inResults.map((call) => decisions.savedOn(call)),
    ]
    draft.step(what, count, tokensSaved(saved))
  }
}

function tokensSaved(weights: readonly Weight[]): number {
  const sum: Weight = { characters: 0, flat: 0 }
  for (const weight of weights) add(sum, weight)
  return tokensOf(sum)
}

function tellWarnings(draft: Draft, decisions: Decisions, held: number): void {
  const { calls, removeLevel, besides } = decisions.survey
  const removed = [...calls.values()].filter((call) => decisions.levelOf(call) === removeLevel)
  const gone = new Set(removed.map(({ id }) => id))
  const found: readonly (readonly [code: string, what: string, count: number])[] = [
    ['kept-cited', 'Calls that stay whole because later ones name an id that they gave', held],
    [
      'kept-pair',
      'Calls that are stubbed and not removed, because a branch or a row that stays needs the pair',
      decisions.keptPairs,
    ],
    [
      'agents-unlinked',
      'Removed calls that started sub-agents, whose transcripts stay',
      removed.filter(({ startsAgent }) => startsAgent).length,
    ],
    [
      'outputs-unnamed',
      'Removed calls that name saved outputs, whose files stay',
      removed.filter(({ savesOutput }) => savesOutput).length,
    ],
    [
      'rows-name-removed',
      'Rows that stay and name removed calls, such as what hooks said',
      besides.filter(({ row, call }) => gone.has(call) && !draft.main.isDropped(row)).length,
    ],
    [
      'snapshot-without-entry',
      'File snapshots that name an entry which is not in the session, kept as they are',
      strayTargets(draft),
    ],
  ]
  for (const [code, what, count] of found)
    if (count > 0) draft.warn(code, `${what}: ${count.toLocaleString('en-US')}.`)
}

function outOfReach(lowest: number): EditError {
  return new EditError(
    'out-of-reach',
    `trimming cannot get this session below about ${lowest.toLocaleString('en-US')} tokens`,
    { remedy: 'choose a higher target, or compress the session' },
  )
}

function nothingToDo({ targetTokens, olderThan }: TrimOptions): EditError {
  if (targetTokens !== undefined)
    return new EditError('nothing-to-do', 'the session is within the target already', {
      remedy: 'choose a lower target',
    })
  return new EditError('nothing-to-do', 'nothing of what was named is there to be trimmed', {
    remedy: olderThan === undefined ? 'try a stronger preset' : 'try a lower age, or a stronger preset',
  })
}
