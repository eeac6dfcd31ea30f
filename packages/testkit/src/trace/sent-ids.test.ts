import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { generateSession } from '../corpus/session.ts'
import { spansOf, tracedSession } from './generated-session.ts'

const FEATURES = {
  parallelTools: true,
  rewind: true,
  retry: true,
  secondWriter: true,
  lateApiError: true,
  compaction: true,
  subAgents: true,
  sidechains: true,
  outOfOrder: true,
  lastPrompt: true,
} as const

it('spans have the ids that they had when they were numbered in another way', () => {
  const [read, ids] = [createHash('sha256'), createHash('sha256')]
  for (let seed = 1; seed <= 20; seed++) {
    const { bytes, agents } = generateSession({ seed, turns: 5, features: FEATURES, damage: (seed % 4) / 10 })
    read.update(bytes)
    for (const { trace, spanId, parentId } of spansOf(tracedSession(bytes, agents)))
      ids.update(`${trace.traceId} ${spanId} ${parentId}\n`)
  }
  // From before turns were named by the live path. A generator that writes other sessions changes both digests; anything else
  // that changes the second one sends every trace again.
  expect({ read: read.digest('hex').slice(0, 16), ids: ids.digest('hex').slice(0, 16) }).toEqual({
    read: 'f68ec93f14f983e8',
    ids: 'f12066599fec8035',
  })
})
