import { FAULT_WORDS, type ContextFigures, type Counts, type EditPlan, type ResumeFigures } from '@skein/edit'
import { bytes, counted, tokens, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrap } from '../terminal/wrap.ts'

/** A plan for people. */
export function planLines(plan: EditPlan, title: string | null, { style, width }: Screen): string[] {
  const name = title === null || title === '' ? '' : `  ${title}`
  return [
    style.bold(`${plan.kind} of ${inertLine(plan.source.session).slice(0, 8)}`) + style.dim(name),
    field(
      'entries',
      `${countsText(plan.rows)}${plan.rows.added > 0 ? `, ${whole(plan.rows.added)} added` : ''}`,
    ),
    field('blocks', countsText(plan.blocks)),
    field('context', contextText(plan.context)),
    ...plan.resume.map((figures, i) => field(i === 0 ? 'resume' : '', resumeText(figures))),
    field('size', `${bytes(plan.source.bytes)} → ${bytes(plan.target.bytes)}${alongText(plan)}`),
    ...plan.steps.map(({ what, count, tokens: less }, i) =>
      field(
        i === 0 ? 'steps' : '',
        `${whole(count)} × ${what}${less > 0 ? `, ≈ ${tokens(less)} tokens less` : ''}`,
      ),
    ),
    ...plan.carried.map(({ fault, count }, i) =>
      field(i === 0 ? 'as it was' : '', `${FAULT_WORDS[fault]} (${whole(count)})`),
    ),
    ...plan.warnings.flatMap(({ message }) =>
      wrap(inertLine(message), width - 4).map((line, i) => (i === 0 ? style.yellow('  ! ') : '    ') + line),
    ),
  ]
}

/** What became of it. */
export function writtenLines(plan: EditPlan, written: boolean, { style }: Screen): string[] {
  if (!written) return ['', 'Nothing was written: this is what would happen.']
  return [
    '',
    `New session ${style.bold(plan.target.session)}`,
    style.dim(`  ${inertLine(plan.target.path)}`),
    `  claude --resume ${plan.target.session}`,
    `  skein undo ${plan.target.session.slice(0, 8)}`,
  ]
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(10)}${text}`
}

function countsText({ kept, changed, dropped }: Counts): string {
  return `${whole(kept)} kept, ${whole(changed)} changed, ${whole(dropped)} dropped`
}

function contextText({ before, after, window, measured }: ContextFigures): string {
  const share = (count: number): string => `${Math.round((100 * count) / window)} %`
  const was = `${measured ? '' : '≈ '}${tokens(before)}`
  if (before === after) return `${was} tokens, ${share(before)} of ${tokens(window)}`
  return `${was} → ≈ ${tokens(after)} tokens, ${share(before)} → ${share(after)} of ${tokens(window)}`
}

function resumeText({ version, before, after, tokens: about }: ResumeFigures): string {
  const told = (count: number | null, text: number): string =>
    count === null ? 'nothing' : `${counted(count, 'message')} (≈ ${tokens(text)} tokens)`
  const [was, is] = [told(before, about.before), told(after, about.after)]
  return `${was === is ? was : `${was} → ${is}`} as Claude Code ${version} reads it`
}

function alongText({ agents, sidecars }: EditPlan): string {
  const along = [
    ...(agents > 0 ? [counted(agents, 'sub-agent')] : []),
    ...(sidecars > 0 ? [counted(sidecars, 'other file')] : []),
  ]
  return along.length === 0 ? '' : `, with ${along.join(' and ')}`
}
