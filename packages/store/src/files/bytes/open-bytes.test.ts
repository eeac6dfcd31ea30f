import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveAll } from '../archive/archive-all.ts'
import { discover } from '../discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { batches } from './batches.ts'
import { openBytes, type FilePlace, type OpenBytes } from './open-bytes.ts'

const MIB = 1024 * 1024
const SIZE = 5 * MIB + 12_345

let folder: string
let home: SkeinHome
let onDisk: string
let inArchive: string
let bytes: Uint8Array

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-bytes-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  bytes = Uint8Array.from({ length: SIZE }, (_, i) => (i * 2_654_435_761) >>> 24)
  const project = join(folder, 'config', 'projects', '-srv-app')
  onDisk = join(project, 'disk.jsonl')
  inArchive = join(project, 'archived.jsonl')
  mkdirSync(project, { recursive: true })
  writeFileSync(onDisk, bytes)
  writeFileSync(inArchive, bytes)
  writeFileSync(join(project, 'agent-abc1234.jsonl'), '{"sessionId":"disk"}\n')
  await archiveAll(home, discover([join(folder, 'config')]).transcripts)
  rmSync(inArchive)
  rmSync(join(project, 'agent-abc1234.jsonl'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function using<T>(place: FilePlace, work: (open: OpenBytes) => T): T {
  const open = openBytes(home, place)
  try {
    return work(open)
  } finally {
    open.close()
  }
}

describe.each(['disk', 'archive'] as const)('openBytes from %s', (kind) => {
  const place = (): FilePlace => ({ path: kind === 'disk' ? onDisk : inArchive, place: kind })

  it('gives every range its bytes, in the order asked', () => {
    const range = fc
      .tuple(fc.nat(SIZE), fc.nat(2 * MIB))
      .map(([offset, length]) => ({ offset, length: Math.min(length, SIZE - offset) }))
    using(place(), (open) => {
      expect(open.look.size).toBe(SIZE)
      fc.assert(
        fc.property(fc.array(range, { maxLength: 5 }), (ranges) => {
          const read = open.read(ranges)
          const equal = ranges.map(
            ({ offset, length }, i) => Buffer.compare(read[i], bytes.subarray(offset, offset + length)) === 0,
          )
          expect(equal).toEqual(ranges.map(() => true))
        }),
        { numRuns: 30 },
      )
    })
  })

  it('reads forward to the end, whatever the size of the buffer', () => {
    using(place(), (open) => {
      const buffer = new Uint8Array(700_001)
      let offset = 0
      let equal = true
      for (;;) {
        const count = open.readInto(buffer, offset)
        if (count === 0) break
        equal &&= Buffer.compare(buffer.subarray(0, count), bytes.subarray(offset, offset + count)) === 0
        offset += count
      }
      expect({ offset, equal }).toEqual({ offset: SIZE, equal: true })
      expect(open.readInto(buffer, SIZE + 5)).toBe(0)
    })
  })

  it('says so when a range goes past the end', () => {
    using(place(), (open) =>
      expect(() => open.read([{ offset: SIZE - 1, length: 2 }])).toThrow(
        expect.objectContaining({ name: 'StoreError', code: 'changed' }),
      ),
    )
  })
})

describe('openBytes', () => {
  it('finds a session that was deleted, or restored, since somebody looked', () => {
    expect(using({ path: inArchive, place: 'disk' }, ({ look }) => look.size)).toBe(SIZE)
    const restored = join(folder, 'config', 'projects', '-srv-app', 'new.jsonl')
    writeFileSync(restored, 'x\n')
    expect(using({ path: restored, place: 'archive' }, ({ look }) => look.size)).toBe(2)
  })

  it('finds an archived sub-agent whose path does not name its session', () => {
    const path = join(folder, 'config', 'projects', '-srv-app', 'agent-abc1234.jsonl')
    expect(using({ path, place: 'archive' }, ({ look }) => look.size)).toBe(21)
  })

  it('reads what was appended since it was opened', () => {
    const path = join(folder, 'config', 'projects', '-srv-app', 'growing.jsonl')
    writeFileSync(path, 'one\n')
    using({ path, place: 'disk' }, (open) => {
      appendFileSync(path, 'two\n')
      expect(Buffer.from(open.read([{ offset: 4, length: 4 }])[0]).toString()).toBe('two\n')
    })
  })

  it.each(['disk', 'archive'] as const)('says that neither has it, asked for %s', (place) => {
    const path = join(folder, 'config', 'projects', '-srv-app', 'never.jsonl')
    expect(() => openBytes(home, { path, place })).toThrow(
      expect.objectContaining({ name: 'StoreError', code: 'not-found' }),
    )
  })

  it('does not open a folder', () => {
    expect(() => openBytes(home, { path: folder, place: 'disk' })).toThrow(
      expect.objectContaining({ name: 'StoreError', code: 'unreadable' }),
    )
  })
})

describe('batches', () => {
  it('joins neighbours and leaves distant ranges alone', () => {
    const ranges = [
      { offset: 900_000, length: 10 },
      { offset: 0, length: 100 },
      { offset: 150, length: 50 },
    ]
    expect(batches(ranges)).toEqual([
      { offset: 0, length: 200, indexes: [1, 2] },
      { offset: 900_000, length: 10, indexes: [0] },
    ])
  })

  it('does not grow past a megabyte', () => {
    const row = 300 * 1024
    const ranges = Array.from({ length: 5 }, (_, i) => ({ offset: i * row, length: row }))
    expect(batches(ranges).map(({ indexes }) => indexes)).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
  })
})
