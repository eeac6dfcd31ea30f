import type { StepPlace, StepView, ToolStepView } from '@skein/view'

/** Steps as they are drawn: alone, or a run of calls of one tool. */
export type StepGroup =
  | { readonly kind: 'one'; readonly step: StepView }
  | { readonly kind: 'run'; readonly name: string; readonly steps: readonly ToolStep[] }

export type ToolStep = StepPlace & ToolStepView

/**
 * Puts calls of the same tool that follow one another together ("Read 6 files"). What is to be seen stands alone:
 * calls that failed or wait, changes, sub-agents, questions, plans and whatever stays open in a folded turn.
 */
export function groupSteps(steps: readonly StepView[]): StepGroup[] {
  const groups: StepGroup[] = []
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]
    if (!isPlain(step)) {
      groups.push({ kind: 'one', step })
      continue
    }
    const run: ToolStep[] = [step]
    while (i + 1 < steps.length) {
      const next = steps[i + 1]
      if (!isPlain(next) || next.name !== step.name) break
      run.push(next)
      i++
    }
    groups.push(
      run.length < FEWEST ? { kind: 'one', step } : { kind: 'run', name: step.name, steps: run },
      ...(run.length < FEWEST ? run.slice(1).map((one): StepGroup => ({ kind: 'one', step: one })) : []),
    )
  }
  return groups
}

const FEWEST = 3

function isPlain(step: StepView): step is ToolStep {
  return (
    step.kind === 'tool' &&
    step.status === 'ok' &&
    !step.open &&
    step.patch === null &&
    step.agent === null &&
    step.images.length === 0 &&
    !ALONE.has(step.name)
  )
}

const ALONE: ReadonlySet<string> = new Set([
  'TodoWrite',
  'AskUserQuestion',
  'ExitPlanMode',
  'EnterPlanMode',
  'Task',
  'Agent',
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
])

/** A run in words. */
export function runTitle(name: string, count: number): string {
  switch (name) {
    case 'Read':
      return `Read ${count} files`
    case 'Bash':
      return `Ran ${count} commands`
    case 'Grep':
    case 'Glob':
    case 'WebSearch':
      return `${name} · ${count} searches`
    case 'WebFetch':
      return `Fetched ${count} pages`
    default:
      return `${toolTitle(name)} × ${count}`
  }
}

/** `mcp__github__create_issue` as `github · create_issue`. */
export function toolTitle(name: string): string {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(name)
  return mcp === null ? name : `${mcp[1]} · ${mcp[2]}`
}
