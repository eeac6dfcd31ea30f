import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { resumeView, resumeWalk } from './resume-view.ts'
import { readTranscript } from '../transcript.ts'

interface Row {
  readonly uuid: string
  readonly parent: string | null
  readonly type?: string
  readonly second: number
}

function opened(rows: readonly Row[]) {
  const bytes = new TextEncoder().encode(
    rows
      .map(({ uuid, parent, type = 'user', second }) => {
        const message = type === 'system' ? {} : { message: { role: type, content: uuid } }
        const timestamp = `2026-01-02T03:04:${String(second).padStart(2, '0')}.000Z`
        return `${JSON.stringify({ uuid, parentUuid: parent, type, timestamp, ...message })}\n`
      })
      .join(''),
  )
  return { transcript: readTranscript(bytes), source: bytesInMemory(bytes) }
}

describe('resumeWalk', () => {
  it('is the way from the root to the tip, over a gap that the version bridges', () => {
    const { transcript, source } = opened([
      { uuid: 'a', parent: null, second: 1 },
      { uuid: 'b', parent: 'gone', second: 4 },
      { uuid: 'c', parent: 'b', second: 30 },
    ])
    expect(resumeWalk(transcript, source)).toEqual([0, 1, 2])
    expect(resumeWalk(transcript, source, { version: '2.0.76' })).toEqual([1, 2])
  })

  it('is empty where there is no conversation, or where a version never comes back', () => {
    const none = opened([])
    expect(resumeWalk(none.transcript, none.source)).toEqual([])
    const ring = opened([
      { uuid: 'a', parent: 'b', second: 1 },
      { uuid: 'b', parent: 'a', second: 2 },
    ])
    expect(resumeWalk(ring.transcript, ring.source, { version: '2.0.76' })).toEqual([])
  })
})

describe('resumeView', () => {
  it('comes back from rows in which nobody speaks and which are their own ancestors', () => {
    const { transcript, source } = opened([
      { uuid: 'x', parent: 'y', type: 'system', second: 3 },
      { uuid: 'y', parent: 'x', type: 'system', second: 2 },
      { uuid: 'z', parent: 'y', type: 'system', second: 4 },
    ])
    expect(resumeView(transcript, source)).toMatchObject({ kind: 'conversation', tip: 2 })
  })
})
