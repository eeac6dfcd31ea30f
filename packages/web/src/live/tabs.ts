import type { Subscription } from '@skein/view'
import { compareCursors } from './topic.ts'

/** What one tab of the browser wants; the tab that leads holds those of all. */
export interface TabState {
  readonly visible: boolean
  readonly subscriptions: readonly Subscription[]
  /** When it last said so. */
  readonly seen: number
}

export type Tabs = ReadonlyMap<string, TabState>

/** A tab that was not heard for this long is gone, or frozen; it says so when it wakes. */
export const TAB_GONE_MS = 150_000

export function withTab(tabs: Tabs, id: string, tab: TabState): Tabs {
  return new Map(tabs).set(id, tab)
}

export function withoutTab(tabs: Tabs, id: string): Tabs {
  const rest = new Map(tabs)
  rest.delete(id)
  return rest
}

export function withoutSilent(tabs: Tabs, now: number): Tabs {
  const rest = [...tabs].filter(([, tab]) => now - tab.seen < TAB_GONE_MS)
  return rest.length === tabs.size ? tabs : new Map(rest)
}

export function anyVisible(tabs: Tabs): boolean {
  return [...tabs.values()].some((tab) => tab.visible)
}

/**
 * What all tabs together want, each topic once. Of several cursors the earliest: who is further already ignores what it
 * has, and nobody misses anything.
 */
export function wantedBy(tabs: Tabs): Subscription[] {
  const wanted = new Map<string, Subscription>()
  for (const { subscriptions } of tabs.values())
    for (const subscription of subscriptions) {
      const held = wanted.get(subscription.topic)
      if (!held || isEarlier(subscription, held)) wanted.set(subscription.topic, subscription)
    }
  return [...wanted.values()]
}

/** Subscriptions of a tab that stand before what the others were told already: events between are lost to it. */
export function leftBehind(tab: TabState, followed: ReadonlyMap<string, Subscription>): Subscription[] {
  return tab.subscriptions.filter((one) => {
    const held = followed.get(one.topic)?.cursor
    if (held === undefined || one.cursor === undefined) return false
    const how = compareCursors(one.cursor, held)
    return how === 'before' || how === 'apart'
  })
}

function isEarlier({ cursor }: Subscription, other: Subscription): boolean {
  if (cursor === undefined || other.cursor === undefined) return false
  return compareCursors(cursor, other.cursor) === 'before'
}
