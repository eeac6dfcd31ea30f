import { resolve } from 'node:path'
import { homedir } from 'node:os'
import { configRoots, skeinHome, type SkeinHome } from '@skein/store'
import {
  chosenTargets,
  exportHistory,
  listHistory,
  lockTarget,
  openSender,
  readTraceConfig,
  TraceError,
  type HistorySession,
  type SendReport,
  type Target,
  type TraceConfig,
  type TraceSettings,
} from '@skein/trace'
import { SkeinError } from '../errors.ts'
import { packageVersion } from '../package-folder.ts'
import { moment } from '../store/moment.ts'
import { priceTable } from '../store/price-table.ts'
import { say } from '../store/say.ts'
import { stoppable } from '../store/stoppable.ts'
import type { StoreFlags } from '../store/open-store.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { chosenSessions } from './chosen-sessions.ts'
import { sendLines } from './send-lines.ts'
import { SendProgress } from './send-progress.ts'

export interface TraceSendFlags extends ScreenOptions, StoreFlags {
  readonly all?: true
  readonly session?: string
  readonly project?: string
  readonly since?: string
  readonly target?: string
  readonly dryRun?: true
  readonly otlpFile?: string
  readonly again?: true
  readonly redact?: boolean
  readonly thinking?: true
  readonly user?: string
  readonly tag?: readonly string[]
  readonly sample?: number
  readonly json?: true
}

export async function runTraceSend(flags: TraceSendFlags): Promise<void> {
  assertChosen(flags)
  const screen = openScreen(flags)
  const home = skeinHome(process.env)
  const config = readTraceConfig({ home, env: process.env, flags: settingsOf(flags) })
  for (const complaint of config.complaints) say(complaint)
  const roots = configRoots(process.env, [...(flags.root ?? [])])
  const targets = targetsOf(flags, config)
  const since = moment(flags.since, '--since')
  const sessions = await chosenSessions(listHistory({ home, roots }), flags)
  const reports: SendReport[] = []
  const problems: TraceError[] = []
  const isStopped = await stoppable(async (signal) => {
    for (const target of targets) {
      const run = { flags, home, roots, target, sessions, signal, ...(since === undefined ? {} : { since }) }
      // One that cannot be sent to keeps nobody else waiting.
      try {
        const report = await sentTo(run)
        reports.push(report)
        if (report.stopped !== null) problems.push(report.stopped)
      } catch (error) {
        if (!(error instanceof TraceError)) throw error
        problems.push(error)
      }
      if (signal.aborted) break
    }
    return signal.aborted
  })
  await tellReports(reports, flags, screen)
  for (const { message, remedy } of problems.slice(1)) say(`${message}: ${remedy}`)
  if (problems.length > 0) throw problems[0]
  if (isStopped)
    throw new TraceError('cancelled', 'stopped', {
      remedy: 'run it again to go on: what was sent is remembered',
    })
  if (reports.some(({ failed, rejected, unreadable }) => failed + rejected + unreadable > 0))
    throw new SkeinError('data', 'not everything was sent', { remedy: 'the lines above say what is missing' })
}

interface SendRun {
  readonly flags: TraceSendFlags
  readonly home: SkeinHome
  readonly roots: readonly string[]
  readonly target: Target
  readonly sessions: readonly HistorySession[]
  readonly since?: number
  readonly signal: AbortSignal
}

async function sentTo({ flags, home, roots, target, sessions, since, signal }: SendRun): Promise<SendReport> {
  const mode = flags.dryRun ? 'look' : flags.otlpFile === undefined ? 'ledger' : 'file'
  const onWait = (): void =>
    say(`another process is sending to ${target.name}; this one goes on when it is done`)
  const lock = mode === 'ledger' ? await lockTarget(home, target.name, { signal, onWait }) : null
  const progress = new SendProgress(sessions.reduce((sum, { size }) => sum + size, 0))
  try {
    const { sender, close } = await openSender({
      home,
      roots,
      target,
      mode,
      signal,
      prices: priceTable(home),
      version: packageVersion(),
      userHome: process.env['HOME'] || homedir(),
      tell: (line) => progress.around(() => say(`${target.name}: ${line}`)),
    })
    let read = 0
    // A large session, or a target that is waited for, is not a bar that stands still.
    const clock = setInterval(() => progress.at(read, sender.report()), TICK_MS)
    try {
      await exportHistory(sender, {
        sessions,
        roots,
        signal,
        now: Date.now(),
        ...(since === undefined ? {} : { since }),
        again: flags.again === true,
        onProgress: (bytes) => progress.at((read = bytes), sender.report()),
      })
      return sender.report()
    } finally {
      clearInterval(clock)
      await close()
    }
  } finally {
    progress.end()
    lock?.release()
  }
}

const TICK_MS = 250

/** A year of history is not sent by a slip of the hand. */
function assertChosen({ all, session, project, since, target, otlpFile }: TraceSendFlags): void {
  if (!all && session === undefined && project === undefined && since === undefined)
    throw new SkeinError('usage', 'which sessions are to be sent is not said', {
      remedy: 'name --session, --project or --since, or say --all',
    })
  if (otlpFile !== undefined && target !== undefined)
    throw new SkeinError('usage', '--otlp-file writes a file, so there is no --target', {
      remedy: 'leave one of them out',
    })
}

function targetsOf({ otlpFile, target }: TraceSendFlags, config: TraceConfig): readonly Target[] {
  if (otlpFile === undefined) return chosenTargets(config, target)
  return [
    {
      name: 'file',
      kind: 'file',
      url: resolve(otlpFile),
      headers: {},
      compression: 'none',
      timeoutMs: 0,
      profile: 'genai',
      settings: config.settings,
    },
  ]
}

function settingsOf({ redact, thinking, user, tag, sample }: TraceSendFlags): Partial<TraceSettings> {
  return {
    ...(redact === false ? { redact: false } : {}),
    ...(thinking ? { thinking: true } : {}),
    ...(user === undefined ? {} : { user }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(sample === undefined ? {} : { sample }),
  }
}

async function tellReports(
  reports: readonly SendReport[],
  flags: TraceSendFlags,
  { out, style }: Screen,
): Promise<void> {
  const dryRun = flags.dryRun === true
  if (flags.json)
    await writeJson(out, {
      dryRun,
      targets: reports.map((report) => ({
        ...report,
        stopped: report.stopped === null ? null : report.stopped.message,
      })),
    })
  else for (const report of reports) await out.lines(sendLines(report, { dryRun, style }))
  await out.end()
}
