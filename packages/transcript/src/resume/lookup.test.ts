import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { readTranscript } from '../transcript.ts'
import type { SessionFacts } from './lookup-facts.ts'
import { sessionFacts } from './lookup-facts.ts'
import type { SessionFile, SessionListing } from './lookup.ts'
import { findSession } from './lookup.ts'

// The rules themselves are held against the real program by the recorded lookups of packages/testkit.

const id = 'aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa'
const own = '/c/projects/-w'
const older = { version: '2.0.76' }

describe('findSession', () => {
  it('finds an id in any project, older versions only in the own one', () => {
    const path = `/c/projects/-x/${id}.jsonl`
    const listing = listingOf([file(path)])
    expect(findSession(listing, { name: id })).toEqual({
      kind: 'resumes',
      file: path,
      appendsTo: { folder: '/c/projects/-x', id },
    })
    expect(findSession(listing, { name: id }, older)).toEqual({ kind: 'refuses', reason: 'no-conversation' })
  })

  it('says that an id of two other projects is nobody’s', () => {
    const listing = listingOf([file(`/c/projects/-x/${id}.jsonl`), file(`/c/projects/-y/${id}.jsonl`)])
    expect(findSession(listing, { name: id })).toEqual({ kind: 'refuses', reason: 'no-conversation' })
  })

  it('finds a title whatever its letter case, if one session alone has it', () => {
    const one = file(`${own}/${id}.jsonl`, { customTitle: 'My Title' })
    const two = file(`${own}/${id.replaceAll('a', 'b')}.jsonl`, { aiTitle: 'my title' })
    expect(findSession(listingOf([one]), { name: ' my TITLE' })).toMatchObject({
      kind: 'resumes',
      file: one.path,
    })
    expect(findSession(listingOf([one, two]), { name: 'my title' })).toEqual({
      kind: 'refuses',
      reason: 'several-with-this-title',
    })
    expect(findSession(listingOf([one]), { name: '' })).toEqual({ kind: 'refuses', reason: 'no-such-title' })
    expect(findSession(listingOf([one]), { name: 'my title' }, older)).toEqual({
      kind: 'refuses',
      reason: 'not-an-id',
    })
  })

  it('takes a title without text for none', () => {
    const untitled = file(`${own}/${id}.jsonl`)
    expect(findSession(listingOf([untitled]), { name: '  ' })).toEqual({
      kind: 'refuses',
      reason: 'no-such-title',
    })
  })

  it('reads a path from the start directory and goes on beside the file', () => {
    const listing = listingOf([file('/w/in/x.jsonl', { tipSessionId: id })])
    expect(findSession(listing, { name: './up/../in//x.jsonl' })).toEqual({
      kind: 'resumes',
      file: '/w/in/x.jsonl',
      appendsTo: { folder: '/w/in', id },
    })
    expect(findSession(listing, { name: 'in/x.jsonl' }, older)).toEqual({
      kind: 'resumes',
      file: '/w/in/x.jsonl',
      appendsTo: { folder: own, id: null },
    })
  })

  it('goes on in the own project where the tip names no usable session id', () => {
    const listing = listingOf([file('/w/x.jsonl', { tipSessionId: '../../etc/x' })])
    expect(findSession(listing, { name: 'x.jsonl' })).toEqual({
      kind: 'resumes',
      file: '/w/x.jsonl',
      appendsTo: { folder: own, id: null },
    })
  })

  it('goes on with the file changed last; older versions with the latest end', () => {
    const changedLast = file(`${own}/${id}.jsonl`, { ends: [end(1)] }, 9)
    const endsLast = file(`${own}/notes.jsonl`, { ends: [end(2)] }, 1)
    const listing = listingOf([changedLast, endsLast])
    expect(findSession(listing, { name: null })).toMatchObject({ file: changedLast.path })
    expect(findSession(listing, { name: null }, older)).toMatchObject({ file: endsLast.path })
  })

  it('begins anew where there is nothing to continue', () => {
    const begins = { kind: 'begins', appendsTo: { folder: own, id: null } }
    expect(findSession(listingOf([]), { name: null })).toEqual(begins)
    expect(findSession(listingOf([]), { name: null }, older)).toEqual(begins)
  })

  it('forks into a new file of the own project', () => {
    const listing = listingOf([file(`/c/projects/-x/${id}.jsonl`)])
    expect(findSession(listing, { name: id, fork: true })).toMatchObject({
      kind: 'resumes',
      appendsTo: { folder: own, id: null },
    })
  })
})

describe('sessionFacts', () => {
  it('tells what a session is found by', () => {
    const rows = [
      {
        type: 'user',
        uuid: 'a',
        parentUuid: null,
        timestamp: at(1),
        sessionId: 's',
        message: { role: 'user', content: 'x' },
      },
      { type: 'custom-title', customTitle: 'old' },
      { type: 'custom-title', customTitle: 'new' },
      { type: 'ai-title', aiTitle: 'by the model' },
      { type: 'system', uuid: 'b', parentUuid: 'a', timestamp: at(2), sessionId: 't' },
    ]
    expect(factsOf(rows)).toEqual({
      size: textOf(rows).length,
      customTitle: 'new',
      aiTitle: 'by the model',
      markedAsSide: false,
      chained: true,
      loads: 'speech',
      past: 'some',
      tipSessionId: 't',
      ends: [{ time: 2000, firstTime: 1000, sessionId: 's' }],
    })
  })

  it('tells that nothing is there', () => {
    expect(factsOf([])).toEqual({
      size: 0,
      customTitle: null,
      aiTitle: null,
      markedAsSide: false,
      chained: false,
      loads: 'nothing',
      past: 'none',
      tipSessionId: null,
      ends: [],
    })
  })

  it('counts a last line without its newline', () => {
    expect(factsOf([{ type: 'custom-title', customTitle: 'x' }], '')).toMatchObject({
      size: 41,
      customTitle: 'x',
    })
  })

  it('lists the end of every branch', () => {
    const trunk = Array.from({ length: 2_000 }, (_, i) => row(`t${i}`, i === 0 ? null : `t${i - 1}`))
    const branches = Array.from({ length: 2_000 }, (_, i) => row(`b${i}`, `t${i}`))
    const { ends } = factsOf([...trunk, ...branches], '\n', '2.0.76')
    expect(ends?.length).toBe(2_000)
  })

  it('lists no ends where one hangs on a cycle', () => {
    expect(factsOf([row('a', 'b'), row('b', 'a'), row('c', 'b')], '\n', '2.0.76').ends).toBeNull()
    expect(factsOf([row('a', 'b'), row('b', 'a')], '\n', '2.0.76').ends).toEqual([])
  })
})

function listingOf(files: SessionFile[]): SessionListing {
  return { projects: '/c/projects', own, cwd: '/w', files }
}

/** A session that can be resumed, but for what is said. */
function file(path: string, facts: Partial<SessionFacts> = {}, changed = 1): SessionFile {
  return {
    path,
    changed,
    facts: {
      size: 1,
      customTitle: null,
      aiTitle: null,
      markedAsSide: false,
      chained: true,
      loads: 'speech',
      past: 'some',
      tipSessionId: null,
      ends: [],
      ...facts,
    },
  }
}

function end(time: number) {
  return { time, firstTime: 0, sessionId: null }
}

function at(second: number): string {
  return new Date(second * 1000).toISOString()
}

function row(uuid: string, parentUuid: string | null): object {
  return { type: 'user', uuid, parentUuid, timestamp: at(1), message: { role: 'user', content: 'x' } }
}

function textOf(rows: object[], lineEnd = '\n'): string {
  return rows.map((one) => JSON.stringify(one)).join('\n') + (rows.length > 0 ? lineEnd : '')
}

function factsOf(rows: object[], lineEnd = '\n', version?: string): SessionFacts {
  const bytes = new TextEncoder().encode(textOf(rows, lineEnd))
  return sessionFacts(readTranscript(bytes), bytesInMemory(bytes), version === undefined ? {} : { version })
}
