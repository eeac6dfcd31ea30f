import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEntry } from './read-entry.ts'

const corpus = join(import.meta.dirname, '../../../../../shared/corpus')
const present = existsSync(corpus)
if (!present) console.info('entries: ../shared/corpus is not here, its transcripts are not read')

describe('what this looks for in public transcripts', () => {
  it('is a type, a block or a payload without a kind of its own', () => {
    const block = { type: 'user', message: { role: 'user', content: [{ type: 'hologram' }] } }
    expect(unreadParts(JSON.stringify(block))).toEqual(['block hologram'])
    expect(unreadParts('{"type":"hologram"}')).toEqual(['type hologram'])
    expect(unreadParts('{"torn')).toEqual([])
  })
})

if (present)
  describe('public transcripts (../shared/corpus)', () => {
    it('every line that is JSON is read, and its type, blocks and payload are known', () => {
      const seen = { files: 0, lines: 0 }
      const unread = new Set<string>()
      const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      for (const name of files.filter((file) => file.endsWith('.jsonl'))) {
        seen.files += 1
        for (const line of readFileSync(join(corpus, name), 'utf8').split('\n')) {
          if (line.trim() === '') continue
          seen.lines += 1
          for (const what of unreadParts(line)) unread.add(what)
        }
      }
      expect(seen.files).toBeGreaterThan(200)
      expect(seen.lines).toBeGreaterThan(10_000)
      expect([...unread]).toEqual([])
    })
  })

/** What of a line has no kind of its own. Lines that are damaged, or hand-made without a type, are not meant. */
function unreadParts(line: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return [] // the scanner's business
  }
  const entry = readEntry(value, { line: 1, offset: 0, length: line.length })
  switch (entry.kind) {
    case 'unknown':
      return entry.type === null ? [] : [`type ${entry.type}`]
    case 'attachment':
      return entry.attachment.kind === 'other' ? [`attachment ${entry.attachmentType}`] : []
    case 'progress':
      return entry.progress.kind === 'other' ? [`progress ${entry.progress.type}`] : []
    case 'user':
    case 'assistant':
      return entry.content.blocks.flatMap((block) =>
        block.kind === 'unknown' ? [`block ${block.type}`] : [],
      )
    default:
      return []
  }
}
