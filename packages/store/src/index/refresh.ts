import { existsSync } from 'node:fs'
import { archiveStamp, listArchived } from '../archive/archived.ts'
import { discover } from '../discovery/discover.ts'
import type { DiscoveryDiagnostic } from '../discovery/found.ts'
import { StoreError } from '../errors.ts'
import { readBatches } from './batches.ts'
import { knownFiles } from './file-table.ts'
import { IndexWriter } from './index-writer.ts'
import { planOf, type KnownFile, type Sight } from './plan.ts'
import type { RefreshOptions, RefreshReport } from './refresh-options.ts'
import { setStamp, stampOf } from './stamps.ts'

export type { RefreshDiagnostic, RefreshOptions, RefreshProgress, RefreshReport } from './refresh-options.ts'

/**
 * Brings the catalogue up to date with what is on disk and in the archive.
 *
 * Contract: costs a look at each file's size and time, and reading what changed. Commits as it goes, so that it can be
 * stopped or killed at any moment; run again, it goes on. Several processes may do it at the same time.
 */
export async function refresh(options: RefreshOptions): Promise<RefreshReport> {
  const { db, roots, signal } = options
  const { transcripts: found, diagnostics } = discover(roots)
  const known = knownFiles(db)
  const isHidden = hiddenBy(diagnostics)
  const isOurs = (file: KnownFile): boolean =>
    file.place === 'disk' && roots.includes(file.root) && !isHidden(file.path)
  const archive = lookIntoArchive(options, known, { found, isOurs })
  const plan = planOf(known, {
    found,
    archived: archive?.transcripts ?? [],
    isGone: (file) => isOurs(file) || (file.place === 'archive' && archive !== null),
  })
  const writer = new IndexWriter(db)
  writer.settle(plan)
  const work = await readBatches(plan.read, writer, options)
  if (signal?.aborted) throw cancelled()
  if (stampOf(db, 'summaries') !== '') writer.findTargets()
  const isComplete = work.diagnostics.length === 0
  if (archive !== null && isComplete && archive.stamp !== stampOf(db, 'archive'))
    db.write(() => setStamp(db, 'archive', archive.stamp))
  return {
    filesSeen: found.length,
    ...work,
    filesRemoved: plan.gone.length,
    rowsWritten: writer.rowsWritten,
    diagnostics: [...diagnostics, ...work.diagnostics],
  }
}

/** Files in folders that could not be looked into are not gone, they are out of sight. */
function hiddenBy(diagnostics: readonly DiscoveryDiagnostic[]): (path: string) => boolean {
  const hidden = diagnostics.filter(({ code }) => code === 'unreadable').map(({ path }) => path)
  return (path) => hidden.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

interface Archive {
  readonly stamp: string
  readonly transcripts: ReturnType<typeof listArchived>
}

/** What the archive has, null where nothing can have changed: it is as it was, and no file has gone. */
function lookIntoArchive(
  { home, db, roots }: RefreshOptions,
  known: readonly KnownFile[],
  { found, isOurs }: { found: Sight['found']; isOurs: (file: KnownFile) => boolean },
): Archive | null {
  // Before the list: what is archived meanwhile is found the next time.
  const stamp = archiveStamp(home)
  const present = new Set(found.map(({ path }) => path))
  const someGone = known.some((file) => isOurs(file) && !present.has(file.path))
  if (!someGone && stamp === stampOf(db, 'archive')) return null
  // Other roots are not looked at, but what is still there is not gone.
  const transcripts = listArchived(home).filter(({ root, path }) => roots.includes(root) || !existsSync(path))
  return { stamp, transcripts }
}

function cancelled(): StoreError {
  return new StoreError('cancelled', 'stopped; what was read until then is kept', {
    remedy: 'run it again: it goes on where it stopped',
  })
}
