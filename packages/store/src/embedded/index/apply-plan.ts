import { beginBuild } from '../catalogue/first-build.ts'
import { StoreError } from '../../errors.ts'
import { readBatches, type Work } from './batches.ts'
import { IndexWriter } from './index-writer.ts'
import type { Plan } from './plan.ts'
import type { RefreshOptions } from './refresh-options.ts'
import { setStamp, stampOf } from '../db/stamps.ts'

export interface AppliedWork extends Work {
  readonly rowsWritten: number
}

/** The working half of a refresh: reads what changed and writes what is new. `archiveStamp`: the archive was looked into. */
export async function applyPlan(
  plan: Plan,
  archiveStamp: string | null,
  options: RefreshOptions,
): Promise<AppliedWork> {
  const { db, signal } = options
  const writer = new IndexWriter(db)
  if (plan.read.length > 0) beginBuild(db)
  writer.settle(plan)
  const work = await filled(writer, () => readBatches(plan.read, writer, options))
  if (signal?.aborted)
    throw new StoreError('cancelled', 'stopped; what was read until then is kept', {
      remedy: 'run it again: it goes on where it stopped',
    })
  if (stampOf(db, 'summaries') !== '') writer.findTargets()
  if (archiveStamp !== null && archiveStamp !== stampOf(db, 'archive'))
    db.write(() => setStamp(db, 'archive', archiveStamp))
  return { ...work, rowsWritten: writer.rowsWritten }
}

/** A build ends with its refresh, also with one that was stopped. */
async function filled<T>(writer: IndexWriter, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    writer.endBuild()
  }
}
