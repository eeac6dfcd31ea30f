import { join } from 'node:path'

/** The file of a program that scripts/test-setup.mjs bundled for tests to start. */
export function testProgram(
  name: 'archiver' | 'indexer' | 'lock-holder' | 'writer-holder' | 'endless-writer' | 'full-disk-writer',
): string {
  const folder = process.env['SKEIN_TEST_PROGRAMS']
  if (folder === undefined)
    throw new Error('the programs of the tests are not bundled: start tests with vitest')
  return join(folder, `${name}.js`)
}
