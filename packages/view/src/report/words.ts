import type { TokenUsage } from '@skein/transcript'
import type { ImageView } from '../session/session-view.ts'
import type { AgentReport } from '../session/told-session.ts'
import type { WholeTurn } from '../session/whole-session.ts'
import { bytes, counted, duration, tokens } from '../text/figures.ts'
import { inertLine } from '../text/inert.ts'
import { shortened } from '../text/shortened.ts'
import { durationOf } from './turn-report.ts'
import type { Compaction } from './turn-summary.ts'

/* What terminals and exports say in the same words. Everything is inert. */

/** `20 s`, `4 steps`, `Bash, Edit`, `1 file +1 −1`, `440 tokens in, 20 out`; none where the model did nothing. */
export function activityParts(turn: WholeTurn, fits: (text: string) => boolean = () => true): string[] {
  const { messages, tools, tokens: used } = turn.head
  if (messages === 0) return []
  const took = durationOf(turn)
  const files = turn.files()
  const [added, removed] = [sum(files.map((file) => file.added)), sum(files.map((file) => file.removed))]
  return [
    ...(took === null ? [] : [duration(took)]),
    counted(messages, 'step'),
    ...(tools.length === 0 ? [] : [toolsPart(tools, fits)]),
    ...(files.length === 0 ? [] : [`${counted(files.length, 'file')} +${added} −${removed}`]),
    tokensPart(used),
  ].filter((part) => part !== '')
}

/** The tools used most, as many as fit. */
function toolsPart(tools: WholeTurn['head']['tools'], fits: (text: string) => boolean): string {
  const named = tools
    .slice(0, MOST_TOOLS)
    .map(({ name, calls }) => `${shortened(inertLine(name), MOST_NAME)}${calls === 1 ? '' : ` ×${calls}`}`)
  for (let shown = named.length; ; shown--) {
    const rest = sum(tools.slice(shown).map(({ calls }) => calls))
    const text = [...named.slice(0, shown), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
    if (shown <= 1 || fits(text)) return text
  }
}

const MOST_TOOLS = 5
const MOST_NAME = 24

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export function tokensPart(usage: TokenUsage): string {
  const read = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  return read + usage.output === 0 ? '' : `${tokens(read)} tokens in, ${tokens(usage.output)} out`
}

/** What a sub-agent is called, and what it did. */
export function agentParts(agent: Omit<AgentReport, 'agents'>): string[] {
  const name = [agent.type, agent.description]
    .map((text) => inertLine(text ?? ''))
    .filter((text) => text !== '')
  return [
    name.join(': ') || `agent ${inertLine(agent.agentId ?? '')}`.trim(),
    counted(agent.steps, 'step'),
    ...(agent.durationMs === null ? [] : [duration(agent.durationMs)]),
    tokensPart(agent.tokens),
  ].filter((part) => part !== '')
}

/** `[image png 12 KB]`. */
export function imageLabel({ mediaType, bytes: size }: Pick<ImageView, 'mediaType' | 'bytes'>): string {
  const kind = inertLine(mediaType ?? '').replace(/^image\//, '')
  return `[${['image', kind, size === null ? '' : bytes(size)].filter((part) => part !== '').join(' ')}]`
}

/** `compacted (auto), 155k → 12k tokens`. */
export function compactionText({ trigger, preTokens, postTokens }: Compaction): string {
  const sizes =
    preTokens === null
      ? ''
      : postTokens === null
        ? `, ${tokens(preTokens)} tokens before`
        : `, ${tokens(preTokens)} → ${tokens(postTokens)} tokens`
  return `compacted${trigger === null ? '' : ` (${inertLine(trigger)})`}${sizes}`
}

/** Why there is a branch. */
export const BRANCH_REASONS: Readonly<Record<string, string | undefined>> = {
  rewind: 'rewind or edit',
  retry: 'retry',
  'second-writer': 'second writer',
  'late-api-error': 'history behind a late API error',
  detached: 'conversation of its own',
}
