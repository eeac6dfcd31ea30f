import type { StepView, TurnView } from '@skein/view'

/** `at` of the first step from one on that is not loaded; null where all are. */
export function firstMissing({ steps, stepCount }: TurnView, from = 0): number | null {
  let next = from
  for (const { at } of steps) if (at === next) next++
  return next < stepCount ? next : null
}

/** Steps of a turn with others put in or replaced, in order of `at`. */
export function withSteps(turn: TurnView, steps: readonly StepView[]): TurnView {
  const byPlace = new Map(turn.steps.map((step) => [step.at, step]))
  for (const step of steps) if (step.at < turn.stepCount) byPlace.set(step.at, step)
  return { ...turn, steps: [...byPlace.values()].sort((a, b) => a.at - b.at) }
}

/**
 * About how high a turn will be, in pixels, before it was ever drawn. The browser remembers the true height of what it
 * has drawn; the nearer this is, the less the scroll bar moves the first time.
 */
export function estimatedHeight(turn: TurnView, isOpen: boolean): number {
  let height = 110
  height += lines(turn.prompt?.text.text ?? '', 18) * 22
  if ((turn.prompt?.images.length ?? 0) > 0) height += 130
  for (const step of turn.steps) {
    if (!isOpen && !step.open) continue
    height +=
      step.kind === 'text'
        ? 16 + lines(step.text.text, 400) * 23
        : step.kind === 'tool' && step.images.length > 0
          ? 180
          : 40
  }
  if (isOpen) height += Math.max(0, turn.stepCount - turn.steps.length) * 40
  return Math.min(height, 20_000)
}

function lines(text: string, most: number): number {
  let count = 0
  for (let from = 0; from < text.length && count < most; count++) {
    const end = text.indexOf('\n', from)
    const length = (end < 0 ? text.length : end) - from
    count += Math.floor(length / 92)
    from = end < 0 ? text.length : end + 1
  }
  return Math.min(count, most)
}
