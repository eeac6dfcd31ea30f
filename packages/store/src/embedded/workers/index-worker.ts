import { workerData } from 'node:worker_threads'
import { runIndexWorker, type IndexWork } from '../index/worker.ts'

runIndexWorker(workerData as IndexWork) // what read-in-threads.ts started this with
