import { EntryStream, Transcript } from '@skein/transcript'
import { eachChunk } from './chunks.ts'

/** Reads the first `limit` bytes of a transcript in one way and says how many rows that were. */
export type Job = (path: string, limit?: number) => number

/** The yardstick: `JSON.parse` of every line, values dropped at once. */
export const parseLines: Job = (path, limit) => {
  let rows = 0
  let held = Buffer.alloc(0)
  eachChunk(path, limit, (chunk) => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    let start = 0
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, start)
      if (newline < 0) break
      rows += parsed(bytes, start, newline)
      start = newline + 1
    }
    held = Buffer.from(bytes.subarray(start))
  })
  return rows + parsed(held, 0, held.length)
}

/** Entries, graph, messages, turns, tool pairs and usage; bodies stay byte ranges. */
export const readStructure: Job = (path, limit) => {
  const transcript = new Transcript()
  eachChunk(path, limit, (chunk) => transcript.append(chunk))
  transcript.end()
  return transcript.rowCount
}

/** Every entry in full, one after the other, none kept. */
export const readEntries: Job = (path, limit) => {
  let rows = 0
  const stream = new EntryStream({ entry: () => rows++ })
  eachChunk(path, limit, (chunk) => stream.push(chunk))
  stream.end()
  return rows
}

const NEWLINE = 0x0a

function parsed(bytes: Buffer, start: number, end: number): number {
  if (end === start) return 0
  try {
    JSON.parse(bytes.toString('utf8', start, end))
    return 1
  } catch {
    return 0
  }
}
