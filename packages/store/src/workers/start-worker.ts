import type { TransferListItem, Worker } from 'node:worker_threads'

export interface WorkerOptions {
  /** What the worker finds as `workerData`. */
  readonly data: unknown
  readonly transfer?: readonly TransferListItem[]
}

/**
 * Starts the worker thread whose program is the file `name` of this folder.
 *
 * Contract: it works wherever this code runs. From source the file is TypeScript, loaded with tsx; in the
 * built package it is the JavaScript beside this one; in a bundle it is `workers/<name>.js` beside
 * the bundle, which whoever bundles must make an entry of its own.
 */
export function startWorker(name: WorkerName, { data, transfer = [] }: WorkerOptions): Worker {
  const { file, argv, execArgv } = programOf(name, import.meta.url)
  // Loaded here: most commands never start one, and loading takes two milliseconds.
  const threads = process.getBuiltinModule('node:worker_threads')
  return new threads.Worker(file, { workerData: data, transferList: [...transfer], argv, execArgv })
}

/** The worker programs there are; a bundle has an entry for each. */
export type WorkerName = 'index-worker' | 'search-worker' | 'usage-worker'

interface Program {
  readonly file: URL
  readonly argv: string[]
  readonly execArgv: string[]
}

/** `self` is the address of the file that this code runs from. */
export function programOf(name: string, self: string): Program {
  if (self.endsWith('/start-worker.ts')) {
    const argv = [new URL(`${name}.ts`, self).href]
    return { file: new URL('from-source.mjs', self), argv, execArgv: ['--conditions=skein-source'] }
  }
  const folder = self.endsWith('/workers/start-worker.js') ? './' : './workers/'
  return { file: new URL(`${folder}${name}.js`, self), argv: [], execArgv: [] }
}
