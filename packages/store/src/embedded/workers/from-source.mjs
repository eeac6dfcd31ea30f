// Runs a worker program from its TypeScript source; start-worker.ts names it as the first argument.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
