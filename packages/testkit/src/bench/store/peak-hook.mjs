// Loaded before the command: leaves the highest resident set of its process, in KB, where the bench looks for it.
import { writeFileSync } from 'node:fs'

const file = process.env.SKEIN_BENCH_PEAK
if (file !== undefined) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))
