import { createHash } from 'node:crypto'
import type { OpenFile } from '../bytes/open-file.ts'
import { filled } from '../bytes/filled.ts'

/**
 * Names the content of a file, so that `generation:offset` names a place in it for as long as the file only grows: the first
 * line, which has ids of its own, and how often it was found to be `other` than it was. It is the same after a restart,
 * unless it was found to be `other` before.
 */
export function generationOf(bytes: Pick<OpenFile, 'readInto'>, rewritten: number): string {
  const head = filled(bytes, new Uint8Array(FIRST_LINE), 0)
  const end = head.indexOf(0x0a)
  const line = createHash('sha256').update(end < 0 ? head : head.subarray(0, end))
  return `${line.digest('hex').slice(0, 16)}.${rewritten}`
}

const FIRST_LINE = 16 * 1024
