import { describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../../availability.ts'
import { claudeAvailable } from '../../claude/install.ts'
import { recordedVersions } from '../../claude/versions.ts'
import { usageCases } from './cases.ts'
import { compactsFirst } from './compacts-first.ts'

for (const version of recordedVersions) {
  const { ok, reason } = await claudeAvailable(version)
  const skipped = skipUnlessAvailable(`claude ${version}`, ok)
  describe.skipIf(skipped)(
    `usage and the resume of claude ${version}${skipped ? ` (${reason})` : ''}`,
    () => {
      for (const asked of usageCases) {
        it(`${asked.compacts[version] ? 'compacts first' : 'sends the prompt'}: ${asked.name}`, async () => {
          expect(await compactsFirst(asked, version)).toBe(asked.compacts[version])
        })
      }
    },
  )
}
