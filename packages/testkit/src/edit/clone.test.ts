import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { cloneSession, faultsOf, renderInMemory, sessionInMemory, type EditSession } from '@skein/edit'
import { OBSERVED, resumeRequest } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSession } from '../corpus/session.ts'
import { anySession } from '../kernel/sessions.ts'
import { publicTranscripts } from '../kernel/public-transcripts.ts'

const COPY = 'c0b1e500-0000-4000-8000-000000000002'

/** What every version sends. */
function requests({ main }: EditSession): unknown[] {
  return OBSERVED.map(({ version }) => resumeRequest(main.transcript, main.source, { version, now: 0 }))
}

function uuids({ main }: EditSession): string[] {
  const { columns, ids } = main.transcript.scan
  return Array.from({ length: columns.count }, (_, row) => ids.text(columns.uuid[row]))
}

/** Row by row: what of it is a copy, and of what. */
function assertClone(session: EditSession): void {
  const before = uuids(session)
  const copy = renderInMemory(cloneSession(session), COPY)
  const after = uuids(copy)
  expect(requests(copy)).toEqual(requests(session))
  expect(faultsOf(copy.main)).toEqual(faultsOf(session.main))
  expect(after.length).toBe(before.length)
  const map = new Map(before.map((uuid, row) => [uuid, after[row]]))
  expect(before.map((uuid) => map.get(uuid))).toEqual(after)
  expect(new Set(map.values()).size).toBe(map.size)
}

describe('a clone of a generated session', () => {
  it('sends what the original sends, and maps uuids one to one', () => {
    fc.assert(
      fc.property(anySession, (options) => {
        assertClone(
          sessionInMemory({
            id: '5e551017-0000-4000-8000-000000000001',
            main: generateSession(options).bytes,
          }),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('of a clone still names the first original', () => {
    fc.assert(
      fc.property(anySession, (options) => {
        const session = sessionInMemory({ id: 'x', main: generateSession(options).bytes })
        const once = renderInMemory(cloneSession(session), COPY)
        const twice = renderInMemory(cloneSession(once), COPY.replace('2', '3'))
        expect(forks(twice)).toEqual(forks(once))
      }),
      { numRuns: 40 },
    )
  })
})

function forks({ main }: EditSession): unknown[] {
  const [bytes] = main.source.read([{ offset: 0, length: main.length }])
  return [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/"forkedFrom":\{[^}]*\}/g),
  ].map(([text]) => text)
}

const files = publicTranscripts('edit')

if (files.length > 0)
  describe('a clone of a public transcript', () => {
    for (const [i, file] of files.entries())
      it(`${i} ${basename(file)} sends what the original sends`, () => {
        assertClone(sessionInMemory({ id: basename(file, '.jsonl'), main: readFileSync(file) }))
      })
  })
