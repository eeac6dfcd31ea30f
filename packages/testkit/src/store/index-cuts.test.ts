import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import type { Database } from '../../../store/src/database.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { generateSession, type GeneratedSession } from '../corpus/session.ts'
import { anySession } from '../kernel/sessions.ts'
import { indexContent } from './index-content.ts'
import { freshFolder } from './written-sessions.ts'

let folder: string
let root: string

beforeEach(() => {
  folder = freshFolder('index-cuts')
  root = join(folder, 'config')
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('a catalogue that grew with its transcripts', () => {
  it('is what a cold build gives, wherever they were cut and whatever their damage', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySession, { minLength: 1, maxLength: 3 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        async (sessions, cuts) => {
          rmSync(root, { recursive: true, force: true })
          const files = filesOf(
            sessions.map((options) =>
              generateSession({ ...options, features: { ...options.features, forks: true } }),
            ),
          )
          const grown = opened('grown')
          const steps = [...cuts.toSorted((a, b) => a - b), 1]
          let before = 0
          for (const step of steps) {
            for (const [path, bytes] of files) grow(path, bytes.subarray(at(bytes, before), at(bytes, step)))
            await refresh({ ...grown, roots: [root] })
            before = step
          }
          const cold = opened('cold')
          await refresh({ ...cold, roots: [root] })
          expect(indexContent(grown.db)).toEqual(indexContent(cold.db))
          expect(verifyIndex(grown.home, grown.db)).toEqual([])
          grown.db.close()
          cold.db.close()
        },
      ),
      { numRuns: 40 },
    )
  })
})

/** Files of sessions, their sub-agents and their forks, by path. */
function filesOf(sessions: readonly GeneratedSession[]): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const project = join(root, 'projects', '-srv-app')
  for (const session of sessions) {
    files.set(join(project, `${session.truth.sessionId}.jsonl`), session.bytes)
    for (const fork of session.forks) files.set(join(project, `${fork.truth.sessionId}.jsonl`), fork.bytes)
    for (const agent of session.agents) {
      const place = agent.place === 'flat' ? project : join(project, session.truth.sessionId, 'subagents')
      files.set(join(place, `agent-${agent.id}.jsonl`), agent.bytes)
    }
  }
  return files
}

function at(bytes: Uint8Array, share: number): number {
  return Math.round(bytes.length * share)
}

function grow(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, bytes)
}

function opened(name: string): { home: SkeinHome; db: Database } {
  const home = skeinHome({ SKEIN_HOME: join(folder, name) })
  rmSync(home.folder, { recursive: true, force: true })
  return { home, db: openCache(home).db }
}
