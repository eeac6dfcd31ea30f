import { installClaude, InstallError, isInstalled } from './install.ts'
import { recordedVersions, type RecordedVersion } from './versions.ts'

/** As installed, by `du -sm`. */
const MEGABYTES: Record<RecordedVersion, number> = { '2.1.325': 350, '2.0.76': 84 }

/*
 * Gets the versions of the real program that tests run, before the tests: they look for them and do not download.
 * Without a version its tests are skipped, so that is not a failure.
 */
for (const version of recordedVersions) {
  if (isInstalled(version)) continue
  console.error(
    `Downloading claude ${version} with npm (${MEGABYTES[version]} MB on disk), for conformance tests`,
  )
  try {
    await installClaude(version)
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    console.error(`${error.message}. Tests that ask it are skipped.\n${reasonOf(error)}`)
  }
}

/** The first that npm complained of. */
function reasonOf({ cause }: InstallError): string {
  const said = String(cause instanceof Error ? cause.message : cause)
  return said
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .slice(0, 3)
    .join('\n')
}
