import type { FileFacts, PullRequest } from '../../reader/file-facts.ts'

/** 300 characters: a title line of any screen, with room to fold it. */
export const PROMPT_CHARS = 300

/** Names a list of facts holds at most: what a person reads, not what a hostile file can write. */
export const LIST_LENGTH = 64

/** The facts of no lines. */
export const NO_FACTS: FileFacts = {
  rows: 0,
  prompts: 0,
  turns: 0,
  toolCalls: 0,
  toolErrors: 0,
  apiErrors: 0,
  compactions: 0,
  sidechainRows: 0,
  images: 0,
  firstTime: null,
  lastTime: null,
  firstCwd: '',
  lastCwd: '',
  lastBranch: '',
  branches: [],
  versions: [],
  models: [],
  lastModel: '',
  slug: '',
  customTitle: '',
  aiTitle: '',
  agentName: '',
  tags: [],
  untagged: false,
  firstPrompt: '',
  lastPrompt: '',
  firstUuid: '',
  firstSessionId: '',
  forkedFrom: '',
  cleared: false,
  pullRequests: [],
  diagnostics: {},
  unknownTypes: {},
  contextTokens: 0,
}

/** The facts of the lines of `a` and, behind them, those of `b`. */
export function addFacts(a: FileFacts, b: FileFacts): FileFacts {
  if (a === NO_FACTS) return b
  const tagged = b.untagged || b.tags.length > 0 ? b : a
  return {
    rows: a.rows + b.rows,
    prompts: a.prompts + b.prompts,
    turns: b.turns,
    toolCalls: a.toolCalls + b.toolCalls,
    toolErrors: a.toolErrors + b.toolErrors,
    apiErrors: a.apiErrors + b.apiErrors,
    compactions: a.compactions + b.compactions,
    sidechainRows: a.sidechainRows + b.sidechainRows,
    images: a.images + b.images,
    firstTime: either(Math.min, a.firstTime, b.firstTime),
    lastTime: either(Math.max, a.lastTime, b.lastTime),
    firstCwd: a.firstCwd || b.firstCwd,
    lastCwd: b.lastCwd || a.lastCwd,
    lastBranch: b.lastBranch || a.lastBranch,
    branches: together(a.branches, b.branches),
    versions: together(a.versions, b.versions),
    models: together(a.models, b.models),
    lastModel: b.lastModel || a.lastModel,
    slug: a.slug || b.slug,
    customTitle: b.customTitle || a.customTitle,
    aiTitle: b.aiTitle || a.aiTitle,
    agentName: b.agentName || a.agentName,
    tags: tagged.tags,
    untagged: tagged.untagged,
    firstPrompt: a.firstPrompt || b.firstPrompt,
    lastPrompt: b.lastPrompt || a.lastPrompt,
    firstUuid: a.firstUuid || b.firstUuid,
    firstSessionId: a.firstSessionId || b.firstSessionId,
    forkedFrom: a.forkedFrom || b.forkedFrom,
    cleared: a.prompts > 0 ? a.cleared : b.cleared,
    pullRequests: withoutRepeats([...a.pullRequests, ...b.pullRequests]),
    diagnostics: sum(a.diagnostics, b.diagnostics),
    unknownTypes: sum(a.unknownTypes, b.unknownTypes),
    contextTokens: b.contextTokens || a.contextTokens,
  }
}

/** Distinct pull requests in order, no more than a list holds. */
export function withoutRepeats(all: readonly PullRequest[]): PullRequest[] {
  const distinct = new Map<string, PullRequest>()
  for (const one of all) {
    const key = JSON.stringify(one)
    if (!distinct.has(key)) distinct.set(key, one)
  }
  return [...distinct.values()].slice(0, LIST_LENGTH)
}

/**
 * Counts by name, of no more names than a list holds: the first by the alphabet, since those of a whole are among
 * the first of its parts, so that a cut changes no count. The names come from transcripts: `__proto__` is one like any other.
 */
export function counts(entries: Iterable<readonly [string, number]>): Record<string, number> {
  const byName = new Map<string, number>()
  for (const [name, count] of entries) byName.set(name, (byName.get(name) ?? 0) + count)
  const names = [...byName].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(names.slice(0, LIST_LENGTH))
}

function sum(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> {
  return counts([...Object.entries(a), ...Object.entries(b)])
}

function together(a: readonly string[], b: readonly string[]): readonly string[] {
  return b.every((name) => a.includes(name)) ? a : [...new Set([...a, ...b])].slice(0, LIST_LENGTH)
}

function either(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return choose(a, b)
}
