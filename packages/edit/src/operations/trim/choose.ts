import { tokensOf } from '@skein/transcript'
import { Ages } from './ages.ts'
import type { Again, Call, Level } from './call.ts'
import { Decisions, type CallStep } from './decisions.ts'
import { repeatedOutputs, retriedCalls, supersededReads } from './relations.ts'
import type { TrimRule } from './rules.ts'
import type { Survey } from './survey.ts'

type ToolRule = Extract<TrimRule, { what: 'tools' }>

/** Carries out all rules. How many calls stayed because later ones name what they gave: `held`. */
export function chooseByRules(
  survey: Survey,
  rules: readonly TrimRule[],
): { decisions: Decisions; held: number } {
  const decisions = new Decisions(survey)
  const calls = [...survey.calls.values()]
  const has = (what: TrimRule['what']): boolean => rules.some((rule) => rule.what === what)
  const toolRules = rules.filter((rule) => rule.what === 'tools')
  const retried = has('retried') ? retriedCalls(calls) : new Set<Call>()
  const removals = toolRules.filter(({ form }) => form.kind === 'remove')
  const ages = new Ages(
    survey,
    (call) => call.limit === 'remove' && (retried.has(call) || removals.some((rule) => concerns(rule, call))),
  )
  const wanted = new Map<Call, Wanted>()
  for (const call of calls) {
    const level = Math.max(
      0,
      ...toolRules
        .filter((rule) => concerns(rule, call) && ages.isOld(call, rule.ages))
        .map((rule) => levelFor(survey, rule)),
    )
    if (level > 0) wanted.set(call, { level, step: stepFor(survey, level) })
    if (retried.has(call)) wanted.set(call, { level: survey.removeLevel, step: 'retried' })
  }
  // What a call says twice counts only where neither of the two is reduced anyway.
  const untouched = (): Call[] => calls.filter((call) => !wanted.has(call))
  if (has('superseded')) note(wanted, supersededReads(untouched()), { survey, step: 'superseded' })
  if (has('repeated')) note(wanted, repeatedOutputs(untouched()), { survey, step: 'repeated' })
  const held = holdCited(survey, wanted)
  for (const [call, { level, step }] of wanted) decisions.raise(call, level, step)
  for (const rule of rules) for (const { take } of partSteps(decisions, rule, ages)) take()
  return { decisions, held }
}

/**
 * Goes down a ladder of rules, each from the oldest on, until the context weighs no more than the
 * target; false where it ends above it.
 */
export function chooseByTarget(decisions: Decisions, ladder: readonly TrimRule[], target: number): boolean {
  const { survey } = decisions
  // A trim to a target is not repeated once it is reached, so every call may count for an age.
  const ages = new Ages(survey, () => false)
  const isReached = (): boolean => tokensOf(decisions.weight) <= target
  for (const rule of ladder) {
    if (isReached()) return true
    const parts = partSteps(decisions, rule, ages).filter((step) => step.counts)
    const calls = rule.what === 'tools' ? toolSteps(decisions, rule, ages) : relationSteps(decisions, rule)
    for (const take of [...parts.map((step) => step.take), ...calls]) {
      take()
      if (isReached()) return true
    }
  }
  return isReached()
}

interface Wanted {
  readonly level: Level
  readonly step: CallStep
}

function concerns({ only }: ToolRule, call: Call): boolean {
  return only === null ? !call.human : only.has(call.name)
}

function levelFor({ truncations, stubLevel, removeLevel }: Survey, { form }: ToolRule): Level {
  if (form.kind === 'remove') return removeLevel
  if (form.kind === 'stub') return stubLevel
  return 1 + truncations.findIndex((own) => own.lines === form.lines && own.characters === form.characters)
}

function stepFor({ stubLevel }: Survey, level: Level): CallStep {
  if (level > stubLevel) return 'removed'
  return level === stubLevel ? 'stubbed' : 'truncated'
}

function note(
  wanted: Map<Call, Wanted>,
  found: ReadonlyMap<Call, Again>,
  { survey, step }: { survey: Survey; step: CallStep },
): void {
  for (const [call, again] of found) {
    call.again = again
    wanted.set(call, { level: survey.stubLevel, step })
  }
}

/**
 * Leaves calls whole that gave an id which a later call names, unless that one is removed as well.
 * From the last call to the first, since only later ones can name what an earlier one gave.
 */
function holdCited(survey: Survey, wanted: Map<Call, Wanted>): number {
  let held = 0
  for (const call of [...survey.calls.values()].toReversed()) {
    const isGone = call.limit === 'remove' && wanted.get(call)?.level === survey.removeLevel
    if (isGone) continue
    for (const id of call.cites) {
      const given = survey.givers.get(id)
      if (given === undefined || given === call || given.position > call.position) continue
      if (wanted.delete(given)) held++
      given.limit = 'keep'
    }
  }
  return held
}

function toolSteps(decisions: Decisions, rule: ToolRule, ages: Ages): (() => void)[] {
  const { survey } = decisions
  const level = levelFor(survey, rule)
  return [...survey.calls.values()]
    .filter((call) => !call.isCited && concerns(rule, call) && counts(call) && ages.isOld(call, rule.ages))
    .map((call) => () => {
      decisions.raise(call, level, stepFor(survey, level))
    })
}

function counts({ counted }: Call): boolean {
  return counted.results > 0 || counted.input.characters > 0
}

function relationSteps(decisions: Decisions, { what }: TrimRule): (() => void)[] {
  const { survey } = decisions
  const calls = [...survey.calls.values()].filter((call) => decisions.levelOf(call) === 0 && counts(call))
  if (what === 'retried')
    return [...retriedCalls(calls)].map((call) => () => {
      decisions.raise(call, survey.removeLevel, what)
    })
  if (what !== 'superseded' && what !== 'repeated') return []
  const found = what === 'superseded' ? supersededReads(calls) : repeatedOutputs(calls)
  return [...found].toReversed().map(([call, again]) => () => {
    if (call.isCited) return
    call.again = again
    if (!decisions.raise(call, survey.stubLevel, what)) call.again = null
  })
}

/**
 * Thinking, images and attachments that a rule concerns, oldest first. The last answer keeps its
 * thinking: the API wants it back while a call of it is open.
 */
function partSteps(decisions: Decisions, rule: TrimRule, ages: Ages): PartStep[] {
  const { survey } = decisions
  if (rule.what !== 'thinking' && rule.what !== 'images' && rule.what !== 'attachments') return []
  const { what } = rule
  const parts = survey[what]
    .filter((part) => ages.isOld(part, rule.ages))
    .filter(({ message }) => what !== 'thinking' || message !== survey.lastMessage)
    .map((part): PartStep => ({
      counts: tokensOf(part.weight) > 0,
      take: () => void decisions.drop(what, part),
    }))
  if (what !== 'images') return parts
  const inResults = [...survey.calls.values()]
    .filter((call) => call.all.images > 0 && ages.isOld(call, rule.ages))
    .map((call): PartStep => ({
      counts: call.counted.images > 0,
      take: () => void decisions.dropImagesOf(call),
    }))
  return [...inResults, ...parts]
}

interface PartStep {
  /** Whether the context gets smaller by it. */
  readonly counts: boolean
  readonly take: () => void
}
