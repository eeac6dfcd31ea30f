import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watch } from '../../../store/src/files/watch/watch.ts'
import type { WatchEvent } from '../../../store/src/files/watch/watch-event.ts'
import { freshFolder } from './written-sessions.ts'

/** Something that is done to a transcript, as fast as a process can. */
type Deed =
  | { readonly do: 'append'; readonly file: string; readonly text: string }
  | { readonly do: 'truncate'; readonly file: string; readonly share: number }
  | { readonly do: 'rewrite' | 'replace'; readonly file: string; readonly text: string }
  | { readonly do: 'remove'; readonly file: string }
  | { readonly do: 'rename'; readonly file: string; readonly to: string }

/** Runs in the process that writes: a line of deeds in, a line out when they are done. */
const WRITER = `
  const fs = require('node:fs'), path = require('node:path')
  const deeds = {
    append: ({ file, text }) => {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.appendFileSync(file, text)
    },
    truncate: ({ file, share }) => fs.truncateSync(file, Math.floor(fs.statSync(file).size * share)),
    rewrite: ({ file, text }) => fs.writeFileSync(file, text),
    replace: ({ file, text }) => {
      fs.writeFileSync(file + '.tmp', text)
      fs.renameSync(file + '.tmp', file)
    },
    remove: ({ file }) => fs.rmSync(file),
    rename: ({ file, to }) => fs.renameSync(file, to),
  }
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    for (const deed of JSON.parse(line)) {
      try {
        deeds[deed.do](deed)
      } catch (error) {
        if (error.code !== 'ENOENT') throw error
      }
    }
    console.log('done')
  })`

let writer: ChildProcess

beforeAll(() => {
  writer = spawn(process.execPath, ['--eval', WRITER], { stdio: ['pipe', 'pipe', 'inherit'] })
})

afterAll(() => {
  writer.kill()
})

async function written(deeds: readonly Deed[]): Promise<void> {
  const done = once(writer.stdout ?? writer, 'data')
  writer.stdin?.write(`${JSON.stringify(deeds)}\n`)
  await done
}

/** What a listener knows of each file that there is. */
class Fold {
  readonly files = new Map<string, string>()
  readonly wrong: string[] = []
  readonly ended: Promise<void>
  #heard: () => void = () => {}

  constructor(events: AsyncIterable<WatchEvent>) {
    this.ended = this.#listen(events)
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolved) => (this.#heard = resolved))
  }

  async #listen(events: AsyncIterable<WatchEvent>): Promise<void> {
    for await (const event of events) {
      this.#add(event)
      this.#heard()
    }
  }

  #add(event: WatchEvent): void {
    switch (event.kind) {
      case 'new-file':
        if (this.files.has(event.file)) this.wrong.push(`new twice: ${event.file}`)
        this.files.set(event.file, '')
        break
      case 'truncated':
      case 'replaced':
        this.files.set(event.file, '')
        break
      case 'gone':
        this.files.delete(event.file)
        break
      case 'moved':
        this.files.set(event.file, this.files.get(event.from) ?? '')
        this.files.delete(event.from)
        break
      case 'entries': {
        const before = this.files.get(event.file)
        if (before?.length !== event.offset) this.wrong.push(`a gap or a double in ${event.file}`)
        this.files.set(event.file, (before ?? '') + Buffer.from(event.bytes).toString('latin1'))
        break
      }
      case 'oversized':
      case 'diagnostic':
        this.wrong.push(JSON.stringify(event))
        break
      case 'ready':
        break
    }
  }
}

/** The whole lines of every transcript below a folder. */
function wholeLines(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path, 'latin1')
    found.set(path, text.slice(0, text.lastIndexOf('\n') + 1))
  }
  return found
}

function isEqual(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text)
}

const FILES = [
  'projects/p/s1.jsonl',
  'projects/p/s2.jsonl',
  'projects/p/s1/subagents/agent-a.jsonl',
  'projects/q/s3.jsonl',
  'projects/q/s3/subagents/run/agent-b.jsonl',
]

/** Deeds on five files. Every line is another; appends are cut anywhere. */
const deedLists = (root: string): fc.Arbitrary<Deed[]> => {
  let count = 0
  const file = fc.constantFrom(...FILES.map((name) => join(root, name)))
  const text = fc
    .integer({ min: 1, max: 6 })
    .map((lines) =>
      Array.from({ length: lines }, () => `{"line":${count++},"text":"${'x'.repeat(count % 400)}"}\n`).join(
        '',
      ),
    )
  const append = fc.tuple(file, text, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }))
  const appends = append.map(([path, whole, cuts]) => {
    const at = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)), whole.length].toSorted(
      (a, b) => a - b,
    )
    return at.slice(1).map((end, i): Deed => ({ do: 'append', file: path, text: whole.slice(at[i], end) }))
  })
  const other = fc.oneof(
    fc.record({
      do: fc.constant('truncate' as const),
      file,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ do: fc.constantFrom('rewrite' as const, 'replace' as const), file, text }),
    fc.record({ do: fc.constant('remove' as const), file }),
    fc.record({ do: fc.constant('rename' as const), file, to: file }),
  )
  return fc
    .array(
      fc.oneof({ weight: 4, arbitrary: appends }, { weight: 1, arbitrary: other.map((deed) => [deed]) }),
      {
        minLength: 5,
        maxLength: 60,
      },
    )
    .map((lists) => lists.flat())
}

describe('watch', () => {
  it('tells every line once, whatever another process does to the files', async () => {
    const root = freshFolder('watch')
    await fc.assert(
      fc.asyncProperty(fc.array(deedLists(root), { minLength: 1, maxLength: 3 }), async (batches) => {
        mkdirSync(join(root, 'projects', 'p'), { recursive: true })
        const stop = new AbortController()
        const fold = new Fold(watch({ roots: [root], from: 'start', signal: stop.signal, sweepEvery: 50 }))
        try {
          for (const [i, deeds] of batches.entries()) {
            await written(deeds)
            await fold.until(() => isEqual(fold.files, wholeLines(root)))
            // Whatever is told twice is told before this.
            const mark = join(root, 'projects', 'p', 'mark.jsonl')
            const text = '{"mark":true}\n'.repeat(i + 1)
            writeFileSync(mark, text)
            await fold.until(() => fold.files.get(mark) === text)
            expect({ wrong: fold.wrong, equal: isEqual(fold.files, wholeLines(root)) }).toEqual({
              wrong: [],
              equal: true,
            })
          }
        } finally {
          stop.abort()
          await fold.ended
          rmSync(join(root, 'projects'), { recursive: true })
        }
      }),
      { numRuns: 15 },
    )
    rmSync(root, { recursive: true })
  })

  it('begins on a large history without reading it', async () => {
    const root = freshFolder('watch')
    for (let i = 0; i < 40; i++) {
      const project = join(root, 'projects', `p${i}`)
      mkdirSync(project, { recursive: true })
      for (let k = 0; k < 50; k++) writeFileSync(join(project, `s${k}.jsonl`), 'old\n')
    }
    const stop = new AbortController()
    const events = watch({ roots: [root], signal: stop.signal })
    const { value: ready } = await events.next()
    // A cursor with no check is one whose file was not read.
    const unread = ready?.kind === 'ready' ? ready.cursors.filter(({ ends }) => ends === '') : []
    expect(unread).toHaveLength(2000)
    appendFileSync(join(root, 'projects', 'p39', 's49.jsonl'), 'new\n')
    const { value } = await events.next()
    expect(value).toMatchObject({ kind: 'entries', offset: 4 })
    stop.abort()
    rmSync(root, { recursive: true })
  })
})
