import { byId } from './cases/by-id.ts'
import { byPath } from './cases/by-path.ts'
import { byTitle } from './cases/by-title.ts'
import { newest } from './cases/newest.ts'
import type { LookupCase } from './lookup-case.ts'

/** Every lookup; the first word of an id says by what the session is looked up. */
export const lookupCases: LookupCase[] = [...byId, ...byTitle, ...byPath, ...newest]
