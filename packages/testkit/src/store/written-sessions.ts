import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { generateSession } from '../corpus/session.ts'
import type { FeatureRates } from '../corpus/features.ts'

export interface WrittenSessions {
  readonly root: string
  readonly count: number
  readonly seed: string
  readonly turns?: number
}

/**
 * Writes small generated sessions into a config root, all layouts of sub-agents and every sidecar
 * among them, and gives their ids.
 */
export function writeSessions({ root, count, seed, turns = 1 }: WrittenSessions): string[] {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const made = generateSession({
      seed: `${seed}/${i}`,
      turns,
      version: VERSIONS[i % VERSIONS.length],
      features: i % 5 === 0 ? RICH : {},
    })
    const id = made.truth.sessionId
    const project = `projects/-srv-app-${i % 20}`
    const files: Record<string, string | Uint8Array> = { [`${project}/${id}.jsonl`]: made.bytes }
    for (const agent of made.agents) {
      const at = agent.place === 'flat' ? project : `${project}/${id}/subagents`
      files[`${at}/agent-${agent.id}.jsonl`] = agent.bytes
      if (agent.meta) files[`${at}/agent-${agent.id}.meta.json`] = JSON.stringify(agent.meta)
    }
    for (const { name, text } of made.toolResults) files[`${project}/${id}/tool-results/${name}`] = text
    if (i % 3 === 0) files[`file-history/${id}/0123456789abcdef@v1`] = `before ${i}`
    if (i % 7 === 0) files[`tasks/${id}/1.json`] = JSON.stringify({ id: '1', subject: `task ${i}` })
    if (i % 11 === 0) files[`todos/${id}-agent-${id}.json`] = '[]'
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content, { mode: 0o600 })
    }
    ids.push(id)
  }
  return ids
}

const VERSIONS = ['2.1.325', '2.0.76', '2.1.178', '2.1.45']
const RICH: FeatureRates = { subAgents: 1, persistedOutput: 1 }

/**
 * A fresh folder for tests that write thousands of files: in memory where the system has such a
 * place, because there the many `fsync` calls cost nothing.
 */
export function freshFolder(name: string): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `skein-${name}-`))
}

/** SHA-256 of every file below a folder, by its path in it. */
export function hashesBelow(folder: string): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    hashes[relative(folder, path)] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return hashes
}
