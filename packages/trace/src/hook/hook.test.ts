import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHook } from './hook.ts'
import { readHookInput, type ReadSome } from './hook-input.ts'
import { traceFolder } from './trace-folder.ts'

let home: string
let transcript: string
let started: string[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skein-hook-'))
  transcript = join(home, 's1.jsonl')
  writeFileSync(transcript, 'twelve bytes')
  started = []
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A pipe that gives these pieces, one a read; `null` is one that has nothing yet. */
function pipe(...pieces: readonly (string | null)[]): ReadSome {
  const left = pieces.flatMap((piece) => {
    if (piece === null) return [null]
    const bytes = Buffer.from(piece)
    return Array.from({ length: Math.ceil(bytes.length / 65536) }, (_, i) =>
      bytes.subarray(i * 65536, (i + 1) * 65536),
    )
  })
  return (into) => {
    const piece = left.shift()
    if (piece === undefined) return 0
    if (piece === null) throw Object.assign(new Error('nothing yet'), { code: 'EAGAIN', syscall: 'read' })
    into.set(piece)
    return piece.length
  }
}

function hook(read: ReadSome): void {
  runHook({
    home,
    input: () => readHookInput(read, { wait: () => {} }),
    startExporter: (folder) => void started.push(folder),
  })
}

function stop(fields: object = {}): string {
  return JSON.stringify({ session_id: 's1', transcript_path: transcript, hook_event_name: 'Stop', ...fields })
}

function spooled(): Record<string, unknown> {
  const { spool } = traceFolder(home)
  return Object.fromEntries(
    readdirSync(spool).map((name) => [
      name.replace(/-[0-9a-f]{8}\./, '-#.'),
      JSON.parse(readFileSync(join(spool, name), 'utf8')),
    ]),
  )
}

function log(): string[] {
  const lines = readFileSync(traceFolder(home).log, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ''))
}

const POINTER = {
  event: 'Stop',
  session: 's1',
  size: 12,
  prompt: null,
  agent: null,
  tries: 0,
}

describe('runHook', () => {
  it('writes a pointer without a word of the conversation, and starts the exporter', () => {
    hook(pipe(stop({ prompt_id: 'p1', last_assistant_message: 'a secret', cwd: '/home/ada' })))
    expect(spooled()).toEqual({ 's1-#.Stop.json': { ...POINTER, transcript, prompt: 'p1' } })
    expect(started).toEqual([traceFolder(home).folder])
  })

  it('is for its owner alone', () => {
    hook(pipe(stop()))
    const { folder, spool } = traceFolder(home)
    const [name = ''] = readdirSync(spool)
    const modes = [folder, spool, join(spool, name)].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700, 0o600])
  })

  it('keeps one pointer a session and event, the last one', () => {
    hook(pipe(stop({ prompt_id: 'p1' })))
    writeFileSync(transcript, 'thirteen byte')
    hook(pipe(stop({ prompt_id: 'p2' })))
    hook(
      pipe(
        stop({ hook_event_name: 'SubagentStop', agent_transcript_path: '/a.jsonl', stop_hook_active: false }),
      ),
    )
    hook(pipe(stop({ hook_event_name: 'SessionEnd', reason: 'other' })))
    const rest = { ...POINTER, transcript, size: 13 }
    expect(spooled()).toEqual({
      's1-#.Stop.json': { ...rest, prompt: 'p2' },
      's1-#.SubagentStop.json': { ...rest, event: 'SubagentStop', agent: '/a.jsonl' },
      's1-#.SessionEnd.json': { ...rest, event: 'SessionEnd' },
    })
  })

  it('tells apart transcripts that say the same session', () => {
    hook(pipe(stop()))
    hook(pipe(stop({ transcript_path: join(home, 'elsewhere', 's1.jsonl') })))
    expect(readdirSync(traceFolder(home).spool)).toHaveLength(2)
  })

  it('takes an event that it does not know for a reason to look', () => {
    hook(pipe(stop({ hook_event_name: 'TurnEnd' })))
    expect(spooled()).toEqual({ 's1-#.Other.json': { ...POINTER, transcript, event: 'Other' } })
  })

  it('points to a transcript that is not there yet', () => {
    rmSync(transcript)
    hook(pipe(stop()))
    expect(spooled()).toEqual({ 's1-#.Stop.json': { ...POINTER, transcript, size: 0 } })
  })

  it('makes a file name of any session id', () => {
    hook(pipe(stop({ session_id: '../../etc/ü\u0000' })))
    expect(Object.keys(spooled())).toEqual(['______etc___-#.Stop.json'])
  })

  it.each([
    ['nothing', ''],
    ['half of it', '{"session_id":"s1","transcript_path":"/x.jsonl"'],
    ['no object', '"Stop"'],
    ['null', 'null'],
    ['no transcript', '{"session_id":"s1"}'],
    ['no session', '{"transcript_path":"/x.jsonl"}'],
    ['a relative transcript', '{"session_id":"s1","transcript_path":"x.jsonl"}'],
    ['numbers', '{"session_id":1,"transcript_path":2}'],
    ['a path that is none', `{"session_id":"s1","transcript_path":"/${'x'.repeat(5000)}"}`],
  ])('says in the log that it got %s', (_name, input) => {
    hook(pipe(input))
    expect({ spooled: spooled(), started, log: log() }).toEqual({
      spooled: {},
      started: [],
      log: ['hook: the input names no transcript'],
    })
  })

  it('reads what comes in pieces, and does not wait for the end', () => {
    const text = stop({ last_assistant_message: '}' })
    let reads = 0
    const read = pipe(null, text.slice(0, 20), null, text.slice(20, -1), '}', 'never read')
    hook((into) => (reads++, read(into)))
    expect(spooled()).toEqual({ 's1-#.Stop.json': { ...POINTER, transcript } })
    expect(reads).toBe(5)
  })

  it('reads no further than the object, whatever blanks are behind it', () => {
    let reads = 0
    const read = pipe(`${stop()}\r\n \n`, 'never read')
    hook((into) => (reads++, read(into)))
    expect({ reads, spooled: Object.keys(spooled()) }).toEqual({ reads: 1, spooled: ['s1-#.Stop.json'] })
  })

  /** After these pieces there is never anything, nor an end. */
  function stuck(...pieces: readonly string[]): ReadSome {
    const read = pipe(...pieces)
    let left = pieces.length
    return (into) => {
      if (left-- > 0) return read(into)
      throw Object.assign(new Error('nothing yet'), { code: 'EAGAIN', syscall: 'read' })
    }
  }

  it('gives up on a pipe that never has anything', () => {
    hook(stuck())
    expect({ started, log: log() }).toEqual({ started: [], log: ['hook: the input names no transcript'] })
  })

  it('goes on with what came in time of an input that does not end', () => {
    hook(stuck(stop({ last_assistant_message: 'and so on' }).slice(0, -5)))
    expect(spooled()).toEqual({ 's1-#.Stop.json': { ...POINTER, transcript } })
  })

  it('finds the fields of an input that is too large to keep', () => {
    hook(pipe(stop({ last_assistant_message: '"session_id":"s2"\\'.repeat(200_000), prompt_id: 'behind' })))
    expect(spooled()).toEqual({ 's1-#.Stop.json': { ...POINTER, transcript } })
  })

  it('stops reading what never ends', () => {
    let reads = 0
    hook((into) => (reads++, into.fill(0x61).length))
    expect(reads).toBe(1024)
    expect(log()).toEqual(['hook: the input names no transcript'])
  })

  it('says nothing where there is no place to say it', () => {
    writeFileSync(join(home, 'trace'), 'a file')
    expect(() => hook(pipe(stop()))).not.toThrow()
    expect(started).toEqual([])
  })

  it('leaves nothing half-written', () => {
    hook(pipe(stop()))
    const { spool } = traceFolder(home)
    const [name = ''] = readdirSync(spool)
    rmSync(join(spool, name))
    mkdirSync(join(spool, name))
    hook(pipe(stop()))
    expect(readdirSync(spool)).toEqual([name])
    expect(log()).toEqual(['hook: EISDIR (rename)'])
  })

  it('notes that no exporter could be started', () => {
    runHook({
      home,
      input: () => readHookInput(pipe(stop()), { wait: () => {} }),
      startExporter: (_folder, failed) =>
        failed(Object.assign(new Error(), { code: 'EAGAIN', syscall: 'spawn' })),
    })
    expect(log()).toEqual(['hook: EAGAIN (spawn)'])
  })
})
