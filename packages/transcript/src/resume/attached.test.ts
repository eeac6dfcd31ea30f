import { describe, expect, it } from 'vitest'
import { attached } from './attached.ts'

const day = 86_400_000

describe('a memory without its header', () => {
  const aged = (days: number): string =>
    `This memory is ${days} days old. Memories are point-in-time observations, not live state — claims about code behavior or file:line citations may be outdated. Verify against current code before asserting as fact.\n\n`

  it('tells its age from the second day on', () => {
    const now = 1000 * day
    expect([1.99, 2.01, 2.5].map((days) => textsOf(memoryOf(now - days * day), now))).toEqual([
      [remembered('')],
      [remembered(aged(2))],
      [remembered(aged(2))],
    ])
  })

  it('is as old as when it was attached where nobody says what time it is', () => {
    const row = { ...memoryOf(0), timestamp: new Date(7 * day).toISOString() }
    expect(textsOf(row)).toEqual([remembered(aged(7))])
  })
})

describe('an attachment that is not what it should be', () => {
  it('is silent where its type is no name or that of an inherited property', () => {
    const types = [undefined, null, 7, {}, 'constructor', '__proto__', 'toString']
    expect(types.flatMap((type) => attached({ attachment: { type } }, 'modern'))).toEqual([])
  })

  it('reads `undefined` where a field is missing, and survives fields of any shape', () => {
    const hostile = { toString: 1, valueOf: 2 }
    expect(textsOf({ attachment: { type: 'token_usage', used: hostile, total: [hostile] } })).toEqual([
      '<system-reminder>\nToken usage: [object Object]/[object Object]; undefined remaining\n</system-reminder>',
    ])
  })
})

function memoryOf(mtimeMs: number): { attachment: object } {
  return {
    attachment: { type: 'relevant_memories', memories: [{ path: '/w/m.md', content: 'fact', mtimeMs }] },
  }
}

function remembered(age: string): string {
  return `<system-reminder>\nRetrieved for possible relevance — use only if it actually applies to what the user asked.\n\n${age}Memory: /w/m.md:\n\nfact\n</system-reminder>`
}

function textsOf(row: Readonly<Record<string, unknown>>, now?: number): unknown[] {
  return attached(row, 'modern', now).map(({ content }) => content)
}
