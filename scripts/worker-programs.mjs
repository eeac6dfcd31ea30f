// The programs of worker threads by the names under which `startWorker` of the store finds them beside a bundle.
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))

export const WORKERS = {
  'workers/index-worker': `${packages}store/src/embedded/workers/index-worker.ts`,
  'workers/prepare-worker': `${packages}trace/src/workers/prepare-worker.ts`,
  'workers/report-worker': `${packages}server/src/workers/report-worker.ts`,
  'workers/search-worker': `${packages}store/src/embedded/workers/search-worker.ts`,
  'workers/usage-worker': `${packages}store/src/embedded/workers/usage-worker.ts`,
}
