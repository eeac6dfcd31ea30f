import { existsSync } from 'node:fs'
import { archiveStamp } from '../../files/archive/archive-stamp.ts'
import type { ArchivedTranscript } from '../../files/archive/archived.ts'
import { discover } from '../../files/discovery/discover.ts'
import type { DiscoveryDiagnostic } from '../../files/discovery/found.ts'
import { knownFiles } from './known-files.ts'
import { planOf, type KnownFile, type Plan, type Sight } from './plan.ts'
import type { RefreshOptions, RefreshReport } from './refresh-options.ts'
import { isUnfinished, stampOf } from '../db/stamps.ts'
import { filesIfUnchanged, remember } from './sight.ts'

export type { RefreshDiagnostic, RefreshOptions, RefreshProgress, RefreshReport } from './refresh-options.ts'

/**
 * Brings the catalogue up to date with what is on disk and in the archive.
 *
 * Contract: costs a look at each file's size and time, and reading what changed. Commits as it goes, so that it can be
 * stopped or killed at any moment; run again, it goes on. Several processes may do it at the same time.
 */
export async function refresh(options: RefreshOptions): Promise<RefreshReport> {
  const { home, db, roots } = options
  const isArchiveKnown = archiveStamp(home) === stampOf(db, 'archive') && stampOf(db, 'summaries') === ''
  const unchanged = isArchiveKnown ? filesIfUnchanged(db, roots) : null
  if (unchanged !== null) return { filesSeen: unchanged, ...NO_WORK, filesRemoved: 0, diagnostics: [] }
  const started = Date.now()
  const discovery = discover(roots)
  const { transcripts: found, diagnostics } = discovery
  const known = knownFiles(db)
  const isHidden = hiddenBy(diagnostics)
  const isOurs = (file: KnownFile): boolean =>
    file.place === 'disk' && roots.includes(file.root) && !isHidden(file.path)
  const archive = await lookIntoArchive(options, known, { found, isOurs })
  const plan = planOf(known, {
    found,
    archived: archive?.transcripts ?? [],
    isGone: (file) => isOurs(file) || (file.place === 'archive' && archive !== null),
  })
  const report = { filesSeen: found.length, ...NO_WORK, filesRemoved: plan.gone.length, diagnostics }
  const stamp = archive?.stamp ?? null
  if (isNothing(plan) && stamp === null && !isUnfinished(db)) {
    remember(db, roots, { ...discovery, started })
    return report
  }
  // Loaded when there is something to do: mostly there is not, and then nobody should wait for it.
  const { applyPlan } = await import('./apply-plan.ts')
  const work = await applyPlan(plan, stamp, options)
  return { ...report, ...work, diagnostics: [...diagnostics, ...work.diagnostics] }
}

const NO_WORK = { filesRead: 0, bytesRead: 0, linesParsed: 0, rowsWritten: 0 }

function isNothing({ read, archived, gone }: Plan): boolean {
  return read.length === 0 && archived.length === 0 && gone.length === 0
}

/** Files in folders that could not be looked into are not gone, they are out of sight. */
function hiddenBy(diagnostics: readonly DiscoveryDiagnostic[]): (path: string) => boolean {
  const hidden = diagnostics.filter(({ code }) => code === 'unreadable').map(({ path }) => path)
  return (path) => hidden.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

interface Archive {
  readonly stamp: string
  readonly transcripts: readonly ArchivedTranscript[]
}

/** What the archive has, null where nothing can have changed: it is as it was, and no file has gone. */
async function lookIntoArchive(
  { home, db, roots }: RefreshOptions,
  known: readonly KnownFile[],
  { found, isOurs }: { found: Sight['found']; isOurs: (file: KnownFile) => boolean },
): Promise<Archive | null> {
  // Before the list: what is archived meanwhile is found the next time.
  const stamp = archiveStamp(home)
  const present = new Set(found.map(({ path }) => path))
  const someGone = known.some((file) => isOurs(file) && !present.has(file.path))
  if (!someGone && stamp === stampOf(db, 'archive')) return null
  const { listArchived } = await import('../../files/archive/archived.ts')
  // Other roots are not looked at, but what is still there is not gone.
  const transcripts = listArchived(home).filter(({ root, path }) => roots.includes(root) || !existsSync(path))
  return { stamp, transcripts }
}
