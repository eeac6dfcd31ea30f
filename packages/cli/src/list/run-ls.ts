import { shownValue } from '@skein/redact'
import type { HistoryPrompt, SessionFilter, Store } from '@skein/store'
import { moment } from '../store/moment.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { priceTable } from '../store/price-table.ts'
import { sayPassedOver } from '../store/say.ts'
import { counted, isoTime } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { wrap } from '../terminal/wrap.ts'
import { listLines } from './list-lines.ts'
import { lostLines } from './lost-lines.ts'
import { listedSession, type ListedSession } from './session-report.ts'

export interface LsOptions extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly all?: true
  readonly limit: number
  readonly sort: SortBy
  readonly project?: string
  readonly model?: string
  readonly branch?: string
  readonly pr?: number
  readonly since?: string
  readonly until?: string
  readonly live?: true
  readonly archived?: true
  readonly lost?: true
}

export type SortBy = 'active' | 'cost' | 'tokens' | 'turns' | 'size' | 'title'

export async function runLs(words: readonly string[], options: LsOptions): Promise<void> {
  const screen = openScreen(options, { long: true, wide: true })
  const { store, report } = await openStore(options)
  try {
    sayPassedOver(report)
    if (options.lost) return await writeLost(await store.lostPrompts(), options, screen)
    const live = new Map((await store.live()).map((session) => [session.session, session]))
    const limit = options.all ? Infinity : options.limit
    const filter = filterOf(words, options)
    const ids = options.live ? { ids: [...live.keys()] } : {}
    // Any other order than the catalogue's own needs all of them first.
    const page = await store.list({ ...filter, ...ids }, options.sort === 'active' ? { limit } : {})
    const context = { live, prices: priceTable(store.home) }
    const listed = page.sessions
      .map((session) => listedSession(session, context))
      .toSorted(ORDERS[options.sort])
    // A list has no paths; looking for secrets in them takes time.
    const sessions = shownValue(
      listed.slice(0, limit).map((session) => (options.json ? session : { ...session, path: '' })),
    )
    const more = page.next !== null || listed.length > sessions.length
    if (options.json) await writeJson(screen.out, { sessions, more })
    else if (sessions.length > 0) await writeList(sessions, screen, more)
    else await writeNone(screen, store)
    await screen.out.end()
  } finally {
    store.close()
  }
}

function filterOf(words: readonly string[], options: LsOptions): SessionFilter {
  const since = moment(options.since, '--since')
  const until = moment(options.until, '--until')
  return {
    ...(words.length === 0 ? {} : { title: words.join(' ') }),
    ...(options.project === undefined ? {} : { project: options.project }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.branch === undefined ? {} : { branch: options.branch }),
    ...(options.pr === undefined ? {} : { pullRequest: options.pr }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(options.archived ? { place: 'archive' as const } : {}),
  }
}

async function writeList(sessions: readonly ListedSession[], screen: Screen, isMore: boolean): Promise<void> {
  const reader = { now: Date.now(), userHome: process.env['HOME'] ?? '' }
  await screen.out.lines(listLines(sessions, screen, reader))
  if (isMore) await screen.out.line(screen.style.dim('There are more: --limit, --all.'))
}

async function writeNone({ out, style, width }: Screen, store: Store): Promise<void> {
  if ((await store.count()) > 0) return out.line('No session is like that.')
  await out.line('No sessions found.')
  const { roots } = store
  const where = roots.length === 0 ? 'No Claude Code folder was found' : `Looked in ${roots.join(', ')}`
  const hint = `${inertLine(where)}; --root names another. \`skein demo\` shows the sessions that come with Skein.`
  await out.lines(wrap(hint, width).map(style.dim))
  const lost = (await store.lostPrompts()).length
  if (lost === 0) return
  const left = `${counted(lost, 'prompt')} of sessions that are gone: \`skein ls --lost\`.`
  await out.lines(wrap(left, width).map(style.dim))
}

async function writeLost(
  prompts: readonly HistoryPrompt[],
  options: LsOptions,
  screen: Screen,
): Promise<void> {
  const newest = shownValue(
    prompts
      .toSorted((a, b) => (b.time || 0) - (a.time || 0))
      .slice(0, options.all ? undefined : options.limit),
  )
  if (options.json)
    await writeJson(screen.out, {
      prompts: newest.map(({ time, ...prompt }) => ({ ...prompt, time: isoTime(time) })),
    })
  else if (newest.length === 0)
    await screen.out.line('No lost prompts: every session of the history is still there.')
  else {
    await screen.out.lines(wrap(LOST_HEAD, screen.width).map(screen.style.bold))
    await screen.out.line()
    await screen.out.lines(lostLines(newest, screen))
    if (newest.length < prompts.length)
      await screen.out.line(screen.style.dim('There are more: --limit, --all.'))
  }
  await screen.out.end()
}

const LOST_HEAD = 'Prompts whose sessions are gone: only history.jsonl kept them.'

const ORDERS = {
  active: () => 0,
  cost: (a, b) => (b.cost ?? -1) - (a.cost ?? -1),
  tokens: (a, b) => b.tokens - a.tokens,
  turns: (a, b) => b.turns - a.turns,
  size: (a, b) => b.bytes - a.bytes,
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
} satisfies Record<SortBy, (a: ListedSession, b: ListedSession) => number>
