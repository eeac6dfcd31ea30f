import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The bundle (dist/skein.js) and the sources (src/) both stand one folder below the package's own.
const FOLDER = new URL('../', import.meta.url)

export const DEMO_FOLDER = fileURLToPath(new URL('demo/projects', FOLDER))

export function packageVersion(): string {
  // Our own package.json, which always has a version.
  const { version } = JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8')) as { version: string }
  return version
}
