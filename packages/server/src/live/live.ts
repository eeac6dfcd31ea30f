import { sessionPlace } from '@skein/store'
import type { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { ServerContext } from '../context.ts'
import { errorFields } from '../lifecycle/logger.ts'
import { withoutPaths } from '../routes/failure.ts'
import { AutoArchive } from './auto-archive.ts'
import { LiveHub } from './hub.ts'
import { ListFeed } from './list-feed.ts'
import { liveRoutes } from './live-routes.ts'
import { OpenTranscripts } from './open-transcripts.ts'
import { TranscriptTopics } from './transcript-topics.ts'
import { usageToday } from './usage-feed.ts'
import { Watcher, type TranscriptChange } from './watcher.ts'

export interface LiveOptions {
  /** Keep copies of everything while the server runs. */
  readonly archive: boolean
}

/** Everything that happens by itself while the server runs. */
export interface Live {
  readonly hub: LiveHub
  readonly transcripts: TranscriptTopics
  readonly routes: Hono<AppEnv>
  /** Null where nothing is archived. */
  readonly archive: AutoArchive | null
  /** When every change of the files is heard of. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

/** Watches the files, keeps the catalogue and the archive up to date, and tells clients. */
export function createLive(context: ServerContext, { archive }: LiveOptions): Live {
  const { store, log, demo } = context
  const transcripts = new TranscriptTopics(new OpenTranscripts(context.sessions))
  const hub = new LiveHub({
    topics: { sessions: { scope: 'read' }, usage: { scope: 'read' }, ...transcripts.topics },
  })
  // Whatever one transcript trips us over, the others are told of.
  const failed = (error: unknown): void => log.error('failed', errorFields(error))
  const list = new ListFeed({
    context,
    indexed: async (paths) => {
      for (const file of await store.transcripts({ paths })) transcripts.agentsChanged(file).catch(failed)
    },
    isWanted: () => hub.isWanted('sessions') || hub.isWanted('usage'),
    changed: (changed, removed) => {
      hub.publish('sessions', { type: 'sessionsChanged', changed, removed })
      if (hub.isWanted('usage')) tellUsage(hub, context).catch(failed)
    },
  })
  const keeper =
    archive && !demo && store.readOnly === null
      ? new AutoArchive({
          home: context.home,
          roots: store.roots,
          now: context.now,
          done: (report) => log.info('archived', { ...report }),
          problem: (message) => log.warn('archive', { message: withoutPaths(message) }),
        })
      : null
  const watcher = new Watcher({
    roots: store.roots,
    changed: (change) => {
      tellFollowers(transcripts, context, change).catch(failed)
      list.touched(change.path)
      keeper?.ask()
    },
    problem: (message) => log.warn('watch', { message: withoutPaths(message) }),
  })
  context.refresher.progressed = indexingEvents(hub)
  void watcher.ready.then(() => {
    context.refresher.watched = true
  })
  return {
    hub,
    transcripts,
    routes: liveRoutes(hub),
    archive: keeper,
    ready: watcher.ready,
    close: async () => {
      context.refresher.watched = false
      context.refresher.progressed = () => {}
      await watcher.close()
      hub.close()
      await list.close()
      await keeper?.close()
    },
  }
}

async function tellUsage(hub: LiveHub, context: ServerContext): Promise<void> {
  hub.publish('usage', { type: 'usageChanged', today: await usageToday(context) })
}

/** Tells how far the first look at a history is, four times a second at most, and that it is done. */
function indexingEvents(hub: LiveHub): ServerContext['refresher']['progressed'] {
  let [told, total] = [Number.NEGATIVE_INFINITY, 0]
  return (progress) => {
    const isDone = progress === null
    if (isDone ? total === 0 : performance.now() - told < INDEXING_MS) return
    told = performance.now()
    total = progress?.bytesTotal ?? total
    hub.publish('sessions', {
      type: 'indexing',
      bytesDone: progress === null ? total : Math.min(progress.bytesDone, total - 1),
      bytesTotal: total,
    })
    if (isDone) total = 0
  }
}

const INDEXING_MS = 250

/** Followed transcripts are known by where they stand; of a flat sub-agent (2.0.x) only the catalogue knows whose it is. */
async function tellFollowers(
  transcripts: TranscriptTopics,
  { store }: ServerContext,
  { path }: TranscriptChange,
): Promise<void> {
  const place = sessionPlace(path)
  const files = place !== null && place.session !== '' ? [place] : await store.transcripts({ paths: [path] })
  await Promise.all(files.map((file) => transcripts.changed(file)))
}
