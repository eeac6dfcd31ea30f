import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'

let machine: Machine

beforeEach(() => {
  machine = new Machine()
})

afterEach(() => machine.remove())

describe('skein archive and restore', () => {
  it('keeps a session that was deleted listed, searchable and readable, and gives it back', () => {
    const path = machine.turn(A, 'Mend the login page', 'Mended at last.')
    machine.turn(B, 'Another', 'thing')
    const bytes = readFileSync(path)
    expect(machine.run('archive')).toMatchObject({ code: 0, stderr: '' })
    machine.delete(path)
    expect(machine.json('ls', '--archived')).toMatchObject({ sessions: [{ id: A, state: 'archived' }] })
    expect(machine.json('search', 'at last')).toMatchObject({ hits: [{ session: A, place: 'archive' }] })
    expect(machine.run('show', A).stdout).toContain('Mended at last.')
    expect(machine.run('archive', '--verify')).toMatchObject({ code: 0 })
    expect(machine.run('restore', 'aaaa')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(path)).toEqual(bytes)
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(3_600_000)
    expect(machine.json('ls', '--archived')).toMatchObject({ sessions: [] })
  })

  it('loses nothing when cache.db is deleted', () => {
    const path = machine.turn(A, 'Mend the login page', 'Mended.')
    machine.run('archive')
    machine.delete(path)
    const before = machine.run('ls', '--json').stdout
    machine.delete(join(machine.home, 'cache.db'))
    expect(machine.run('ls', '--json').stdout).toBe(before)
  })
})

describe('skein index', () => {
  it('tells how it stands, is built again and holds', () => {
    machine.turn(A, 'x', 'y')
    expect(machine.json('index', 'status')).toMatchObject({
      sessions: 1,
      messages: 1,
      refresh: { filesRead: 1 },
    })
    expect(machine.json('index', 'status')).toMatchObject({
      refresh: { filesRead: 0, bytesRead: 0, rowsWritten: 0 },
    })
    expect(machine.json('index', 'rebuild')).toMatchObject({ filesRead: 1 })
    expect(machine.json('index', 'verify')).toMatchObject({ files: 1, differences: [] })
  })

  it('says so and builds anew where the index is damaged', () => {
    machine.turn(A, 'Mend the login page', 'y')
    machine.run('ls')
    writeFileSync(join(machine.home, 'cache.db'), 'no database at all '.repeat(500))
    const { code, stdout, stderr } = machine.run('ls', '--width', '120')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'skein: the index was damaged; it was moved to cache.db.damaged and is built again\n',
    })
    expect(stdout).toContain('Mend the login page')
  })
})

describe('without a data directory that can be written', () => {
  it('says what to do about it', () => {
    machine.turn(A, 'x', 'y')
    writeFileSync(machine.home, 'a file in the way')
    const { code, stderr } = machine.run('ls')
    expect({
      code,
      isOneLine: stderr.trim().split('\n').length === 1,
      names: stderr.includes(machine.home),
    }).toEqual({
      code: 1,
      isOneLine: true,
      names: true,
    })
    expect(existsSync(machine.root)).toBe(true)
  })
})
