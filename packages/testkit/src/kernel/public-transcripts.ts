import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))

/**
 * Public transcripts beside the checkout, where somebody laid some: paths of `.jsonl` files.
 *
 * Empty elsewhere, which is said in one line: nothing may depend on them.
 */
export function publicTranscripts(suite: string): string[] {
  if (!existsSync(folder)) {
    console.info(
      `${suite}: no public transcripts beside this checkout (../shared/corpus), so they are not tried`,
    )
    return []
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => join(folder, file))
}
