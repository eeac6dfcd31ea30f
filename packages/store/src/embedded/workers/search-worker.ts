import { parentPort, workerData } from 'node:worker_threads'
import { helpSearch, type HelperTask, type HelperWork } from '../search/scan-helper.ts'

/** Looks through the one list of blocks it is given. */
parentPort?.once('message', (task: HelperTask) => helpSearch(workerData as HelperWork, task)) // what scan-ahead.ts started this with
