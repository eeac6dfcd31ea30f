import type { LiveEvent } from '@skein/view'
import type { Scope } from '../auth/scope.ts'

/**
 * Everything that clients can follow, by kind: `sessions`, or `session` for each `session:<id>`. A new kind is one more
 * entry here; neither the hub nor the streams of the app know any of them.
 */
export type Topics = Readonly<Record<string, TopicKind>>

export interface TopicKind {
  /** What a device needs to follow it. */
  readonly scope: Scope
  /**
   * Opens one topic of the kind, for as long as somebody follows it; null where there is none of that id. Absent: the kind is
   * one topic without a past. `LiveHub.publish` tells of it, and a client that missed too much loads it anew.
   */
  readonly open?: (id: string, topic: string) => Promise<FollowedTopic | null>
}

/** A topic that has a past: who comes late is told what was missed. */
export interface FollowedTopic {
  /**
   * Works out what a client lacks that stands at a cursor; null: nothing. A cursor of another past gives everything. It is
   * taken before the listeners are told anything more. Throws a `StoreError` where it cannot be read.
   */
  since(cursor: string, take: (missed: LiveEvent | null) => void): Promise<void>
  /** Told of everything that comes. Gives back how to stop. */
  listen(listener: (event: LiveEvent) => void): () => void
  close(): void
}

/** The kind and the id of a topic: `run:7` is the run 7, `sessions` has no id. */
export function splitTopic(topic: string): readonly [kind: string, id: string | null] {
  const colon = topic.indexOf(':')
  return colon < 0 ? [topic, null] : [topic.slice(0, colon), topic.slice(colon + 1)]
}
