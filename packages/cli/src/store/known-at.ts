import { existsSync } from 'node:fs'
import { configRoots, sessionPlace, sidecarTitle, skeinHome, Store, StoreError } from '@skein/store'
import { inertLine } from '../terminal/inert.ts'
import { knownOf, type Known } from './open-found.ts'
import { sayRebuilt, type StoreFlags } from './open-store.ts'

/**
 * What is known of the session whose transcript stands at a path of a config root, as if it had been named by its id. The index
 * is asked where there is one and it has the session; it is not built for this, and without it titles of other transcripts are
 * not known. Whatever is wrong with it, a path can be read.
 */
export async function knownAt(path: string, flags: StoreFlags): Promise<Known> {
  const place = sessionPlace(path)
  if (place === null || place.agent !== null) return {}
  if (!configRoots(process.env, [...(flags.root ?? [])]).includes(place.root)) return {}
  return (await indexedAt(path, place.session, flags)) ?? besideIt(path)
}

async function indexedAt(path: string, id: string, flags: StoreFlags): Promise<Known | null> {
  if (!existsSync(skeinHome(process.env).cacheFile)) return null
  let store: Store | undefined
  try {
    store = Store.open({ env: process.env, roots: flags.root ?? [] })
    sayRebuilt(store)
    if ((await store.transcripts({ paths: [path] })).length === 0) return null
    if (flags.refresh !== false && store.readOnly === null) await store.refreshFiles([path])
    return await knownOf(store, { id, path })
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  } finally {
    store?.close()
  }
}

function besideIt(path: string): Known {
  const title = sidecarTitle(path)
  return title === null ? {} : { title: inertLine(title.text) }
}
