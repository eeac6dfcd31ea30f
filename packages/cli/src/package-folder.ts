import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of this package: the sources stand one folder below it, the bundle two. */
const FOLDER = [new URL('../', import.meta.url), new URL('../../', import.meta.url)].find((folder) =>
  existsSync(new URL('package.json', folder)),
)

/** A config root with the sessions that come with Skein. */
export const DEMO_ROOT = fileURLToPath(new URL('demo', FOLDER))
export const DEMO_FOLDER = fileURLToPath(new URL('demo/projects', FOLDER))

/** The built app: where a checkout builds it, or beside the bundle in the package, which has no sources. */
export const WEB_FOLDER = fileURLToPath(
  new URL(existsSync(new URL('src', FOLDER)) ? '../web/dist/app' : 'dist/bundle/web', FOLDER),
)

export function packageVersion(): string {
  // Our own package.json, which always has a version.
  const { version } = JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8')) as { version: string }
  return version
}

/** The program that is the command. */
export const BIN_FILE = fileURLToPath(new URL('bin/skein.js', FOLDER))
