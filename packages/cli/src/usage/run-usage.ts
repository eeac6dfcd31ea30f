import { shownValue } from '@skein/redact'
import { existsSync } from 'node:fs'
import {
  apartFor,
  coldUsage,
  configRoots,
  copiedAmong,
  discover,
  skeinHome,
  StoreError,
  unreadableReason,
  type CopiedSession,
  type SliceOptions,
} from '@skein/store'
import { LOCAL_ZONE, usageReport, type UsageBy, type UsageSlice } from '@skein/view'
import { SkeinError } from '../errors.ts'
import { moment } from '../store/moment.ts'
import { openStore, type OpenStore, type StoreFlags } from '../store/open-store.ts'
import { priceTable } from '../store/price-table.ts'
import { say, sayPassedOver } from '../store/say.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'
import { copiesJson, copyLines, tellsCopies } from './copies.ts'
import { usageCsv } from './usage-csv.ts'
import { usageJson } from './usage-json.ts'
import { usageLines } from './usage-lines.ts'

export interface UsageFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly csv?: true
  readonly since?: string
  readonly until?: string
  readonly timezone?: string
  readonly weekStart?: 'monday' | 'sunday'
  /** `--no-index` */
  readonly index: boolean
}

export async function runUsage(by: UsageBy, flags: UsageFlags): Promise<void> {
  if (flags.csv && flags.json)
    throw new SkeinError('usage', '--csv and --json are two formats', { remedy: 'choose one' })
  const screen = openScreen(flags, { long: true, wide: true })
  const { slices, copies } = await usedFor(by, flags)
  const report = shownValue(
    usageReport(slices, {
      by,
      timeZone: flags.timezone ?? LOCAL_ZONE,
      prices: priceTable(skeinHome(process.env)),
      now: Date.now(),
      weekStart: flags.weekStart === 'sunday' ? 0 : 1,
      ...spanOf(flags),
    }),
  )
  if (flags.json) await writeJson(screen.out, { ...usageJson(report), ...copiesJson(copies, report) })
  else if (flags.csv) await screen.out.lines(usageCsv(report))
  else await screen.out.lines([...usageLines(report, screen), ...copyLines(copies, report, screen)])
  await screen.out.end()
}

interface Used {
  readonly slices: readonly UsageSlice[]
  readonly copies: readonly CopiedSession[]
}

async function usedFor(by: UsageBy, flags: UsageFlags): Promise<Used> {
  if (!flags.index || (by !== 'tool' && isNew())) return withoutIndex(by, flags)
  const opened = await storeOrNull(by, flags)
  if (opened === null) return withoutIndex(by, flags)
  const { store, report } = opened
  try {
    sayPassedOver(report)
    const slices = await store.usage({ ...apartFor(by, flags.timezone ?? LOCAL_ZONE), ...spanOf(flags) })
    return { slices, copies: tellsCopies(by) ? await store.copied() : [] }
  } finally {
    store.close()
  }
}

/** Null where there can be no index: usage does not need one, but where tools are asked for. */
async function storeOrNull(by: UsageBy, flags: UsageFlags): Promise<OpenStore | null> {
  try {
    return await openStore(flags)
  } catch (error) {
    const isFull = error instanceof StoreError && ['disk-full', 'read-only'].includes(error.code)
    if (!isFull || by === 'tool') throw error
    say(`${error.message}: counting the transcripts themselves`)
    return null
  }
}

/** Nothing is indexed or archived yet: counting the transcripts themselves is faster than building the index. */
function isNew(): boolean {
  const { cacheFile, archiveFolder } = skeinHome(process.env)
  return !existsSync(cacheFile) && !existsSync(archiveFolder)
}

async function withoutIndex(by: UsageBy, flags: UsageFlags): Promise<Used> {
  if (by === 'tool')
    throw new SkeinError('usage', 'which tools were called is known to the index only', {
      remedy: 'leave --no-index out',
    })
  const { transcripts, diagnostics } = discover(configRoots(process.env, [...(flags.root ?? [])]))
  sayPassedOver({ diagnostics })
  const { slices, unreadable } = await coldUsage({
    transcripts,
    projects: by === 'project' || by === 'session',
  })
  for (const file of unreadable) say(`left out (${unreadableReason(file)}): ${file.path}`)
  return { slices, copies: tellsCopies(by) ? copiedAmong(transcripts) : [] }
}

function spanOf(flags: UsageFlags): Pick<SliceOptions, 'since' | 'until'> {
  const since = moment(flags.since, '--since')
  const until = moment(flags.until, '--until')
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
}
