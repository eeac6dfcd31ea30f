// Writes docs/server-api.md from the table of requests. Run after `tsc -b`; a test notices a forgotten run.
import { writeFileSync } from 'node:fs'
import { apiDocument } from '../packages/server/dist/api/api-document.js'

writeFileSync(new URL('../docs/server-api.md', import.meta.url), apiDocument())
