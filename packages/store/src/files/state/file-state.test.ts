import { describe, expect, it } from 'vitest'
import { Ends } from './ends.ts'
import { changeByLook, changeOf, isSameLook, type FileState } from './file-state.ts'
import { generationOf } from './generation.ts'

const LINE = `${'x'.repeat(3000)}\n`

function bytesOf(text: string) {
  const bytes = Buffer.from(text)
  return {
    readInto(buffer: Uint8Array, offset: number): number {
      const part = bytes.subarray(offset, offset + buffer.length)
      buffer.set(part)
      return part.length
    },
  }
}

function stateOf(text: string, more: Partial<FileState> = {}): FileState {
  const ends = Ends.at(bytesOf(text), text.length).hash()
  return { inode: 7, size: text.length, mtime: 100, offset: text.length, ends, ...more }
}

function look(text: string, more: object = {}) {
  return { inode: 7, size: text.length, mtime: 200, ...more }
}

describe('a file that was read', () => {
  const known = stateOf(`a${LINE}b${LINE}`)
  const before = `a${LINE}b${LINE}`

  it.each([
    ['same', 'nothing happened', before, { mtime: 100 }],
    ['grown', 'lines were appended', `${before}c\n`, {}],
    ['other', 'its last bytes are others', `a${LINE}B${LINE}`.slice(0, -1) + '!c\n', {}],
    ['other', 'its first bytes are others', `A${LINE}b${LINE}c\n`, {}],
    ['other', 'it was cut', `a${LINE}`, {}],
    ['other', 'it was written to and is no longer', before, {}],
    ['other', 'another file stands under its name, with all that was read', `${before}c\n`, { inode: 8 }],
    ['grown', 'it came out of the archive, which has no inodes', `${before}c\n`, { inode: 0 }],
  ])('is %s where %s', (change, _, text, more) => {
    expect(changeOf(known, look(text, more), bytesOf(text))).toBe(change)
  })

  it('is known by its bytes where nobody looked at its time since', () => {
    const unseen = { ...known, mtime: Number.NaN }
    const rewritten = `A${LINE}b${LINE}`
    expect([
      changeOf(unseen, look(before), bytesOf(before)),
      changeOf(unseen, look(rewritten), bytesOf(rewritten)),
    ]).toEqual(['same', 'other'])
  })

  it('stands where only a line that was not whole yet was cut', () => {
    const torn = { ...known, size: known.size + 5 }
    expect([changeOf(torn, look(before), bytesOf(before)), changeByLook(torn, look(before))]).toEqual([
      'same',
      'grown',
    ])
  })

  it('is not the same at another time, by the file system alone', () => {
    expect([isSameLook(known, look(before)), isSameLook(known, look(before, { mtime: 100 }))]).toEqual([
      false,
      true,
    ])
  })
})

describe('Ends', () => {
  it.each([[1], [7], [2047], [2048], [2049], [5000]])(
    'are the same however the bytes came: %i at a time',
    (step) => {
      const text = Array.from({ length: 900 }, (_, i) => `line ${i}\n`).join('')
      const ends = new Ends()
      for (let at = 0; at < text.length; at += step) ends.push(Buffer.from(text.slice(at, at + step)))
      expect(ends.hash()).toEqual(Ends.at(bytesOf(text), text.length).hash())
    },
  )
})

describe('a generation', () => {
  it('is the same while a file grows, and another where it was found to be another, or begins otherwise', () => {
    const [one] = [generationOf(bytesOf('{"a":1}\n'), 0)]
    expect(generationOf(bytesOf('{"a":1}\n{"b":2}\n'), 0)).toBe(one)
    expect(
      new Set([one, generationOf(bytesOf('{"a":1}\n'), 1), generationOf(bytesOf('{"a":2}\n'), 0)]).size,
    ).toBe(3)
  })
})
