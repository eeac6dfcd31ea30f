import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileTransport } from './file-transport.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-file-transport-'))
  path = join(folder, 'spans.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function written(fresh: boolean, ...bodies: readonly string[]): Promise<string> {
  const transport = await FileTransport.open(path, { fresh })
  for (const body of bodies) await transport.deliver([Buffer.from(body)])
  await transport.close()
  return readFileSync(path, 'utf8')
}

describe('FileTransport', () => {
  it('writes a line a request, for its owner only', async () => {
    expect(await written(true, '{"a":1}', '{"a":2}')).toBe('{"a":1}\n{"a":2}\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('writes a body whole, in however many pieces it comes', async () => {
    const transport = await FileTransport.open(path, { fresh: true })
    const digits = Array.from({ length: 3000 }, (_, i) => String(i % 10))
    for (const pieces of [['{"a"', ':1}'], digits, ['{}']])
      await transport.deliver(pieces.map((piece) => Buffer.from(piece)))
    await transport.close()
    expect(readFileSync(path, 'utf8')).toBe(`{"a":1}\n${digits.join('')}\n{}\n`)
  })

  it('goes on after whole lines, and leaves a fresh one alone that is there', async () => {
    writeFileSync(path, '{"a":1}\n')
    expect(await written(false, '{"a":2}')).toBe('{"a":1}\n{"a":2}\n')
    await expect(written(true, '{"a":3}')).rejects.toMatchObject({ code: 'exists' })
  })

  it('makes nothing part of a line that somebody was killed in', async () => {
    writeFileSync(path, '{"a":1}\n{"b":')
    expect(await written(false, '{"a":2}', '{"a":3}')).toBe('{"a":1}\n{"b":\n{"a":2}\n{"a":3}\n')
  })

  it('touches nothing where it has nothing to write', async () => {
    writeFileSync(path, '{"b":')
    expect(await written(false)).toBe('{"b":')
  })
})
