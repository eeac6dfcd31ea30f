import { parentPort, workerData } from 'node:worker_threads'
import type { ToThread } from '../prepare/messages.ts'
import type { PrepareSettings } from '../prepare/prepared-turn.ts'
import { SessionDesk } from '../prepare/session-desk.ts'

/** Prepares the sessions it is handed, until it is ended. */
const desk = new SessionDesk(
  workerData as PrepareSettings, // what start-preparer.ts started this with
  (message, transfer = []) => parentPort?.postMessage(message, [...transfer]),
)
parentPort?.on('message', (message: ToThread) => desk.hear(message))
