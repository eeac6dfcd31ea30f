import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of this package: the sources stand one folder below it, the bundle two. */
const FOLDER = [new URL('../', import.meta.url), new URL('../../', import.meta.url)].find((folder) =>
  existsSync(new URL('package.json', folder)),
)

export const DEMO_FOLDER = fileURLToPath(new URL('demo/projects', FOLDER))

export function packageVersion(): string {
  // Our own package.json, which always has a version.
  const { version } = JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8')) as { version: string }
  return version
}

/** The program that is the command. */
export const BIN_FILE = fileURLToPath(new URL('bin/skein.js', FOLDER))
