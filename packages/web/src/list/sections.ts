import type { SessionItem } from '@skein/view'

export interface Section {
  readonly name: SectionName
  readonly items: readonly SessionItem[]
}

export type SectionName = 'Needs you' | 'Running' | 'Unread' | 'Recent'

/**
 * The inbox: each session once, in the first section that it belongs to; newest first in each. Empty sections are left
 * out.
 */
export function inboxSections(items: Iterable<SessionItem>): Section[] {
  const byName: Record<SectionName, SessionItem[]> = { 'Needs you': [], Running: [], Unread: [], Recent: [] }
  for (const item of newestFirst(items)) byName[sectionOf(item)].push(item)
  return SECTIONS.map((name) => ({ name, items: byName[name] })).filter(({ items: some }) => some.length > 0)
}

/** Each session once, the newest first; of the same time in the order of their keys, so that nothing flickers. */
export function newestFirst(items: Iterable<SessionItem>): SessionItem[] {
  const byKey = new Map<string, SessionItem>()
  for (const item of items) byKey.set(item.key, item)
  return [...byKey.values()].sort(
    (a, b) => (b.lastTime ?? 0) - (a.lastTime ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  )
}

/**
 * What is drawn while somebody points at the list: sessions stay in their sections and places, and those that are gone
 * vanish. Those that came wait, except at the end of a section, where nothing moves, and except those that need
 * somebody.
 */
export function heldSections(shown: readonly Section[], next: readonly Section[]): Section[] {
  const latest = new Map(next.flatMap(({ items }) => items).map((item) => [item.key, item]))
  const places = new Set(shown.flatMap(({ items }) => items).map((item) => item.key))
  const isNew = (item: SessionItem): boolean => !places.has(item.key)
  return SECTIONS.map((name) => {
    const before = shown.find((section) => section.name === name)?.items ?? []
    const after = next.find((section) => section.name === name)?.items ?? []
    const end = after.findLastIndex((item) => !isNew(item)) + 1
    const coming = name === 'Needs you' ? after : end === 0 ? [] : after.slice(end)
    return { name, items: [...before.flatMap((item) => latest.get(item.key) ?? []), ...coming.filter(isNew)] }
  }).filter(({ items }) => items.length > 0)
}

const SECTIONS: readonly SectionName[] = ['Needs you', 'Running', 'Unread', 'Recent']

/** Open in a terminal but idle is not running: it waits for nobody. */
function sectionOf(item: SessionItem): SectionName {
  if (item.running === 'needs-you') return 'Needs you'
  if (item.running === 'working') return 'Running'
  return item.unread ? 'Unread' : 'Recent'
}
