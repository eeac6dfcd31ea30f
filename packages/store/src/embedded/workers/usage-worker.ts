import { parentPort, workerData } from 'node:worker_threads'
import { buffersOf } from '../usage/message-usage.ts'
import { UsageThread, type UsageWork } from '../usage/usage-thread.ts'

/** Reads the usage of files until none is left, and answers once. */
const thread = new UsageThread(workerData as UsageWork) // what cold-usage.ts started this with
thread.run()
const found = thread.found()
parentPort?.postMessage(found, buffersOf(found.messages))
