import type { TransferListItem, Worker } from 'node:worker_threads'

export interface WorkerOptions {
  /** What the worker finds as `workerData`. */
  readonly data: unknown
  readonly transfer?: readonly TransferListItem[]
  /** The address of a file of the `workers` folder that has the program; this one's unless said. */
  readonly beside?: string
  /** Room for short-lived objects, in MB; more of it means fewer collections. */
  readonly youngHeap?: number
}

/**
 * Starts the worker thread whose program is the file `name` of a folder `workers`.
 *
 * Contract: it works wherever this code runs. From source the file is TypeScript, loaded with tsx; in the
 * built package it is the JavaScript there; in a bundle it is `workers/<name>.js` beside
 * the bundle, which whoever bundles must make an entry of its own.
 */
export function startWorker(name: WorkerName, options: WorkerOptions): Worker {
  const { data, transfer = [], beside = import.meta.url, youngHeap } = options
  const { file, argv, execArgv } = programOf(name, beside)
  // Loaded here: most commands never start one, and loading takes two milliseconds.
  const threads = process.getBuiltinModule('node:worker_threads')
  const resourceLimits = youngHeap === undefined ? {} : { maxYoungGenerationSizeMb: youngHeap }
  return new threads.Worker(file, {
    workerData: data,
    transferList: [...transfer],
    argv,
    execArgv,
    resourceLimits,
  })
}

/** The worker programs there are; a bundle has an entry for each. */
export type WorkerName =
  | 'index-worker'
  | 'prepare-worker'
  | 'report-worker'
  | 'search-worker'
  | 'usage-worker'

interface Program {
  readonly file: URL
  readonly argv: string[]
  readonly execArgv: string[]
}

/** `self` is the address of the file that starts it, as it runs. */
export function programOf(name: string, self: string): Program {
  if (self.endsWith('.ts')) {
    const argv = [new URL(`${name}.ts`, self).href]
    return {
      file: new URL('from-source.mjs', import.meta.url),
      argv,
      execArgv: ['--conditions=skein-source'],
    }
  }
  const folder = /\/workers\/[^/]+$/.test(self) ? './' : './workers/'
  return { file: new URL(`${folder}${name}.js`, self), argv: [], execArgv: [] }
}
