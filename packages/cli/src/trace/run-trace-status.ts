import { existsSync, readFileSync, statSync } from 'node:fs'
import { skeinHome } from '@skein/store'
import {
  readTraceConfig,
  shownUrl,
  Spool,
  spooledEnvironments,
  traceFolder,
  TraceLedger,
  type TargetStatus,
} from '@skein/trace'
import { say } from '../store/say.ts'
import { isoTime } from '../terminal/figures.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'
import { statusLines } from './status-lines.ts'

export interface TraceStatusFlags extends ScreenOptions {
  readonly json?: true
}

/** A target, as it is configured and as the ledger knows it. */
export interface ShownTarget extends Omit<TargetStatus, 'place'> {
  /** Null for one that only the ledger knows: no file and no variable of this shell names it. */
  readonly kind: string | null
  readonly url: string
  readonly configured: boolean
}

export async function runTraceStatus(flags: TraceStatusFlags): Promise<void> {
  const screen = openScreen(flags)
  const home = skeinHome(process.env)
  const config = readTraceConfig({ home, env: process.env })
  for (const complaint of config.complaints) say(complaint)
  const known = TraceLedger.statusIn(home)
  const targets: ShownTarget[] = config.targets.map((target) => ({
    ...(known.find(({ name }) => name === target.name) ?? nothingSent(target.name)),
    kind: target.kind,
    url: shownUrl(target),
    configured: true,
  }))
  for (const { place, ...status } of known)
    if (!targets.some(({ name }) => name === status.name))
      targets.push({ ...status, kind: null, url: place, configured: false })
  const { log } = traceFolder(home.folder)
  const waiting = spooledEnvironments(home.folder)
    .map((environment) => new Spool(traceFolder(home.folder, environment).spool).waiting())
    .reduce((sum, count) => sum + count, 0)
  const lastLines = existsSync(log) ? tailOf(log) : []
  if (flags.json)
    await writeJson(screen.out, {
      targets: targets.map((target) => jsonTarget(target)),
      waiting,
      log: existsSync(log) ? log : null,
      lastLines,
    })
  else await screen.out.lines(statusLines(targets, { waiting, log, lastLines, style: screen.style }))
  await screen.out.end()
}

function jsonTarget(target: ShownTarget): object {
  return {
    name: target.name,
    kind: target.kind,
    url: target.url,
    configured: target.configured,
    acknowledged: target.acknowledged,
    pending: target.pending,
    unknown: target.unknown,
    failed: target.failed,
    resent: target.resent,
    rejected: target.rejected,
    openTurns: target.openTurns,
    transcripts: target.transcripts,
    lastSent: isoTime(target.lastSent),
    lastError:
      target.lastError === null
        ? null
        : { time: isoTime(target.lastError.time), message: target.lastError.line },
  }
}

function nothingSent(name: string): Omit<TargetStatus, 'place'> {
  return {
    name,
    acknowledged: 0,
    pending: 0,
    unknown: 0,
    failed: 0,
    resent: 0,
    rejected: 0,
    openTurns: 0,
    transcripts: 0,
    lastSent: null,
    lastError: null,
  }
}

/** The last lines of the log, which is kept short by those who write it. */
function tailOf(log: string): string[] {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MOST) return []
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES)
}

const MOST = 4 * 1024 * 1024
const LINES = 5
