import { Store, StoreError, type RefreshReport } from '@skein/store'
import { IndexProgress } from './index-progress.ts'
import { say } from './say.ts'
import { stoppable } from './stoppable.ts'

export interface StoreFlags {
  /** `--root`, as often as it was given. */
  readonly root?: readonly string[]
  /** `--no-refresh` */
  readonly refresh?: boolean
}

export interface OpenStore {
  readonly store: Store
  /** What the refresh did; null where none was asked for or possible. */
  readonly report: RefreshReport | null
}

/**
 * Opens the store and brings the catalogue up to date, with a progress bar where that takes a while.
 * Ctrl-C stops it at a good point; what was read stays read. `writes`: the command is for nothing where nothing can be
 * written.
 */
export async function openStore(flags: StoreFlags, { writes = false } = {}): Promise<OpenStore> {
  const store = Store.open({ env: process.env, roots: flags.root ?? [] })
  try {
    if (writes && store.readOnly !== null) throw store.readOnly
    sayRebuilt(store)
    if (store.readOnly !== null) say(`${store.readOnly.message}: showing what was indexed before`)
    if (flags.refresh === false || store.readOnly !== null) return { store, report: null }
    return { store, report: await refreshed(store) }
  } catch (error) {
    store.close()
    throw error
  }
}

/** Says why the index that was there is none any more. */
export function sayRebuilt({ rebuilt }: Store): void {
  if (rebuilt !== null) say(REBUILT[rebuilt])
}

const REBUILT = {
  old: 'the index is of an older version of Skein and is built again',
  newer: 'the index is of a newer version of Skein and is built again',
  damaged: 'the index was damaged; it was moved to cache.db.damaged and is built again',
}

async function refreshed(store: Store): Promise<RefreshReport | null> {
  const progress = new IndexProgress()
  try {
    return await stoppable((signal) => store.refresh({ signal, onProgress: (state) => progress.at(state) }))
  } catch (error) {
    const isFull = error instanceof StoreError && ['disk-full', 'read-only'].includes(error.code)
    if (!isFull || (await store.count()) === 0) throw error
    say(`${error.message}: showing what was indexed before`)
    return null
  } finally {
    progress.end()
  }
}
