import { describe, expect, it } from 'vitest'
import { DAMAGE_KINDS } from './damage.ts'
import { FEATURES } from './features.ts'
import type { Feature } from './features.ts'
import { generateSession } from './session.ts'
import type { GeneratedSession } from './session.ts'
import { PROFILES } from './versions.ts'

const VERSIONS = PROFILES.map((profile) => profile.version)

describe('generateSession', () => {
  it('gives the same bytes and truth for the same options', () => {
    for (const version of VERSIONS) {
      const options = { seed: 'twice', turns: 4, version, features: everything(), damage: 0.05 }
      const [first, second] = [generateSession(options), generateSession(options)]
      expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
      expect(JSON.stringify(second.truth)).toBe(JSON.stringify(first.truth))
      expect(second.agents.map((agent) => text(agent))).toEqual(first.agents.map((agent) => text(agent)))
    }
  })

  it('gives other bytes for another seed', () => {
    expect(generateSession({ seed: 1 }).bytes).not.toEqual(generateSession({ seed: 2 }).bytes)
  })

  it('writes only whole JSON lines where no damage was asked for', () => {
    each((session) => {
      const lines = text(session).split('\n')
      expect(lines.pop()).toBe('')
      expect(lines).toHaveLength(session.truth.lines)
      expect(session.bytes).toHaveLength(session.truth.bytes)
      for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    })
  })

  it('names a live path whose rows stand in the file and link parent to child', () => {
    each((session) => {
      const parents = new Map(
        rows(session).flatMap((row) => (row.uuid ? [[row.uuid, row.parentUuid] as const] : [])),
      )
      for (const { path, tip } of [session.truth.live.newest, session.truth.live.v2_0]) {
        expect(path.at(-1)).toBe(tip)
        expect(parents.get(path[0])).toBeNull()
        expect(path.slice(1).map((uuid) => parents.get(uuid))).toEqual(path.slice(0, -1))
      }
    })
  })

  it('counts usage once per message id, the largest row', () => {
    each((session) => {
      const largest = new Map<string, number>()
      for (const { type, message } of rows(session)) {
        if (type !== 'assistant' || !message?.id || message.model === '<synthetic>') continue
        largest.set(message.id, Math.max(largest.get(message.id) ?? 0, message.usage?.output_tokens ?? 0))
      }
      expect(session.truth.messages).toEqual({ count: largest.size, ids: [...largest.keys()] })
      expect(session.truth.usage.output).toBe([...largest.values()].reduce((a, b) => a + b, 0))
    })
  })

  it('names every tool call of the file with the status its result says', () => {
    each((session) => {
      const used = rows(session).flatMap((row) =>
        blocks(row).flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
      )
      const answered = new Set(
        rows(session).flatMap((row) => blocks(row).flatMap((block) => block.tool_use_id ?? [])),
      )
      expect(session.truth.toolCalls.map((call) => call.id)).toEqual(used)
      for (const call of session.truth.toolCalls) {
        expect(call.status === 'pending' || call.status === 'orphaned').toBe(!answered.has(call.id))
      }
      expect(session.truth.strayResults).toEqual([])
    })
  })

  it('lists branches that leave the live path and whose rows exist', () => {
    each((session) => {
      const { live, branches } = session.truth
      const known = new Set(rows(session).map((row) => row.uuid))
      for (const branch of branches) {
        expect(known.has(branch.root)).toBe(true)
        expect(live.newest.path).not.toContain(branch.root)
        expect(branch.rows).toBeGreaterThan(0)
      }
    })
  })

  it('says which lines were damaged and loses no other', () => {
    for (let seed = 0; seed < 60; seed++) {
      const session = generateSession({
        seed,
        turns: 4,
        version: VERSIONS[seed % VERSIONS.length],
        features: everything(),
        damage: 0.1,
      })
      const lost = new Set(session.truth.damage.flatMap((one) => (one.lost ? one.uuids : [])))
      const lines = text(session).split('\n')
      const found = new Set<string>()
      for (const line of lines) {
        for (const one of line.replace(/^\uFEFF/, '').split(/(?<=\})(?=\{"(?:parentUuid|type)")/)) {
          const row = parsed(one)
          if (row?.uuid && row.parentUuid !== undefined) found.add(row.uuid)
        }
      }
      expect(found.size).toBe(session.truth.rows)
      for (const uuid of lost) expect(found.has(uuid)).toBe(false)
      for (const { line } of session.truth.damage) expect(line).toBeLessThanOrEqual(lines.length)
    }
  })

  it.each(DAMAGE_KINDS)('damages lines by %s', (kind) => {
    const found = Array.from({ length: 20 }, (_, seed) =>
      generateSession({
        seed,
        turns: 4,
        features: { thinking: 0.3, parallelTools: 0.3 },
        damage: { rate: 0.3, kinds: [kind] },
      }),
    ).flatMap((session) => session.truth.damage.map((one) => one.kind))
    expect([...new Set(found)]).toEqual([kind])
  })

  it.each(FEATURES)('shows %s when it is asked for', (feature) => {
    const version = FEATURE_VERSION[feature] ?? '2.1.325'
    for (let seed = 0; seed < 20; seed++) {
      const session = generateSession({
        seed,
        turns: 3,
        version,
        features: { [feature]: true, ...NEEDS[feature] },
      })
      expect(SHOWS[feature](session)).toBe(true)
    }
  })
})

const FEATURE_VERSION: Partial<Record<Feature, string>> = {
  progress: '2.1.29',
  sidechains: '1.0.120',
  outOfOrder: '2.1.126',
}
const NEEDS: Partial<Record<Feature, Partial<Record<Feature, boolean>>>> = {
  nestedAgents: { subAgents: true },
  asyncAgents: { subAgents: true },
  sidechains: { subAgents: true },
}

/** What in the file or its neighbours proves that a feature happened. */
const SHOWS: Record<Feature, (session: GeneratedSession) => boolean> = {
  thinking: has('"type":"thinking"'),
  parallelTools: (session) => {
    const seen = new Map<string, number>()
    for (const row of rows(session)) {
      const uses = blocks(row).filter((block) => block.type === 'tool_use').length
      if (row.message?.id) seen.set(row.message.id, (seen.get(row.message.id) ?? 0) + uses)
    }
    return [...seen.values()].some((count) => count > 1)
  },
  toolErrors: (session) => session.truth.toolCalls.some((call) => call.status === 'error'),
  interruptions: has('[Request interrupted by user'),
  pendingTool: (session) => session.truth.toolCalls.some((call) => call.status === 'pending'),
  persistedOutput: (session) =>
    session.toolResults.length > 0 && text(session).includes(session.toolResults[0].name),
  rewind: branched('rewind'),
  retry: branched('retry'),
  secondWriter: branched('second-writer'),
  apiErrors: has('"subtype":"api_error"'),
  lateApiError: branched('late-api-error'),
  compaction: has('"subtype":"compact_boundary"'),
  preservedCompaction: has('"preservedSegment"'),
  subAgents: (session) =>
    session.agents.length > 0 && session.truth.agents.every((agent) => hasCall(session, agent.toolUseId)),
  nestedAgents: (session) =>
    session.truth.agents.some((agent) => agent.parentAgentId !== undefined && agent.depth === 2),
  asyncAgents: has('"async_launched"'),
  sidechains: (session) =>
    rows(session).some((row) => row.isSidechain) &&
    session.truth.agents.some((agent) => agent.place === 'in-file'),
  outOfOrder: (session) => {
    const order = rows(session)
    const at = new Map(order.map((row, i) => [row.uuid, i]))
    return order.some(
      (row, i) =>
        row.parentUuid !== null && row.parentUuid !== undefined && (at.get(row.parentUuid) ?? 0) > i,
    )
  },
  lastPrompt: (session) => {
    const named = rows(session).findLast((row) => row.type === 'last-prompt')?.leafUuid
    return session.truth.live.newest.tip === named && session.truth.live.v2_0.tip !== named
  },
  gateway: (session) =>
    session.truth.toolCalls.every((call) => call.id.startsWith('call_')) &&
    !text(session).includes('"requestId"'),
  mixedVersions: (session) =>
    session.truth.versions.length > 1 && new Set(rows(session).flatMap((row) => row.version ?? [])).size > 1,
  queuedPrompts: has('"operation":"enqueue"'),
  slashCommands: (session) =>
    session.truth.turns.some((turn) => turn.kind === 'slash-command' && turn.text.startsWith('/')),
  bashPrompts: (session) =>
    session.truth.turns.some((turn) => turn.kind === 'bash') && text(session).includes('<bash-stdout>'),
  ideTags: (session) =>
    session.truth.turns.some((turn) => turn.kind.startsWith('ide-') && !turn.text.includes('<ide_')),
  images: has('"type":"image"'),
  attachments: has('"type":"skill_listing"'),
  progress: has('"bash_progress"'),
  hooks: has('hook'),
  snapshots: has('"file-history-snapshot"'),
  sideRows: has('"type":"permission-mode"'),
  forks: (session) => {
    const [fork] = session.forks
    const uuids = new Set(rows(session).map((row) => row.uuid))
    const own = rows(fork)
    return (
      fork.truth.sessionId !== session.truth.sessionId &&
      own.filter((row) => row.uuid && uuids.has(row.uuid)).length === fork.truth.forkOf?.copiedRows &&
      own.every((row) => row.sessionId === undefined || row.sessionId === fork.truth.sessionId)
    )
  },
}

interface Row {
  readonly type?: string
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly leafUuid?: string
  readonly isSidechain?: boolean
  readonly sessionId?: string
  readonly version?: string
  readonly message?: {
    readonly id?: string
    readonly model?: string
    readonly usage?: { readonly output_tokens?: number }
    readonly content?: unknown
  }
}

interface Block {
  readonly type?: string
  readonly id?: string
  readonly tool_use_id?: string
}

function each(check: (session: GeneratedSession) => void): void {
  for (let seed = 0; seed < 48; seed++) {
    check(
      generateSession({ seed, turns: 4, version: VERSIONS[seed % VERSIONS.length], features: everything() }),
    )
  }
}

function everything(): Record<Feature, boolean> {
  return Object.fromEntries(FEATURES.map((feature) => [feature, true])) as Record<Feature, boolean> // keys are all of FEATURES
}

function text(session: { readonly bytes: Uint8Array }): string {
  return Buffer.from(session.bytes).toString()
}

function rows(session: { readonly bytes: Uint8Array }): Row[] {
  return text(session)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row) // the test's own view of the row
}

function parsed(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row // the test's own view of the row
  } catch {
    return undefined
  }
}

function blocks(row: Row): Block[] {
  return Array.isArray(row.message?.content) ? (row.message.content as Block[]) : []
}

function has(needle: string): (session: GeneratedSession) => boolean {
  return (session) => text(session).includes(needle)
}

function branched(reason: string): (session: GeneratedSession) => boolean {
  return (session) => session.truth.branches.some((branch) => branch.reason === reason)
}

function hasCall(session: GeneratedSession, id: string): boolean {
  return (
    session.truth.toolCalls.some((call) => call.id === id) ||
    session.truth.agents.some((agent) => agent.truth?.toolCalls.some((call) => call.id === id))
  )
}
