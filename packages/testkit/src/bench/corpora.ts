import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../../.cache/', import.meta.url))

/** The generated corpus of a size and seed; made on first use, kept in `.cache`. */
export function corpusFolder(size: string, seed: string): string {
  const folder = join(cache, `corpus-${size}-${seed}`)
  makeOnce(folder, (partial) => generate('--size', size, '--seed', seed, '--out', partial))
  return folder
}

/** Whether the corpus was made before. */
export function hasCorpus(size: string, seed: string): boolean {
  return existsSync(join(cache, `corpus-${size}-${seed}`))
}

/** One transcript of at least `bytes`: the main one of a corpus of a single huge session. */
export function hugeTranscript(bytes: number, seed: string): string {
  const folder = join(cache, `huge-${bytes}-${seed}`)
  makeOnce(folder, (partial) =>
    generate('--size', '0', '--huge', String(bytes), '--seed', seed, '--out', partial),
  )
  return transcriptsBelow(folder).reduce((a, b) => (statSync(a).size >= statSync(b).size ? a : b))
}

/** Three rows; the text of the second is `bytes` long. */
export function longLineTranscript(bytes: number): string {
  const path = join(cache, `long-line-${bytes}.jsonl`)
  makeOnce(path, (partial) =>
    writeFile(partial, (write) => {
      const [first, second, third] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
      write(
        Buffer.from(
          `{"type":"user","uuid":"${first}","parentUuid":null,"message":{"role":"user","content":"a"}}\n`,
        ),
      )
      write(
        Buffer.from(
          `{"type":"user","uuid":"${second}","parentUuid":"${first}","message":{"role":"user","content":"`,
        ),
      )
      const text = Buffer.from('A line of a log, with \\"quotes\\" in it.\\n'.repeat(4096))
      for (let left = bytes; left > 0; left -= text.length) write(text)
      write(Buffer.from('"}}\n'))
      write(
        Buffer.from(
          `{"type":"user","uuid":"${third}","parentUuid":"${second}","message":{"role":"user","content":"b"}}\n`,
        ),
      )
    }),
  )
  return path
}

/** All transcripts below a folder, in a fixed order. */
export function transcriptsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

export function megabytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6
}

/** In a process of its own, as a person would run it; it has nothing to say on stdout that figures need. */
function generate(...args: string[]): void {
  const main = fileURLToPath(new URL('../corpus/main.ts', import.meta.url))
  execFileSync(process.execPath, [...process.execArgv, main, ...args], { stdio: ['ignore', 2, 2] })
}

/** Made under another name first, so that a run that was stopped half-way leaves nothing that looks whole. */
function makeOnce(path: string, make: (partial: string) => void): void {
  if (existsSync(path)) return
  mkdirSync(cache, { recursive: true })
  const partial = `${path}.partial`
  rmSync(partial, { recursive: true, force: true })
  make(partial)
  renameSync(partial, path)
}

function writeFile(path: string, fill: (write: (bytes: Uint8Array) => void) => void): void {
  const file = openSync(path, 'w')
  try {
    fill((bytes) => void writeSync(file, bytes))
  } finally {
    closeSync(file)
  }
}
