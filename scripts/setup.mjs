// Makes a checkout ready: installs when the lockfile and the install differ, builds with --build, and with
// --system installs the programs that tests run, where that is allowed (as root, on Debian).
// It runs before anything is installed, so it uses nothing but Node itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lockfile = `${root}package-lock.json`
const stamp = `${root}node_modules/.skein-lock`

const wanted = createHash('sha256').update(readFileSync(lockfile)).update(process.version).digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'The packages could not be installed')
  writeFileSync(stamp, wanted)
}
if (process.argv.includes('--system')) installPrograms()
if (process.argv.includes('--build')) run('npm', ['run', '--silent', 'build'], 'The build failed')

/** Elsewhere what is missing stays missing, and the tests that need it are skipped, by name. */
function installPrograms() {
  const missing = ['zsh', 'fish', 'chromium'].filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  )
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args) => spawnSync('apt-get', args, { stdio: 'ignore', env }).status === 0
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  if (!apt(install) && !(apt(['update']) && apt(install)))
    console.error(`${missing.join(', ')} could not be installed; the tests that need them are skipped`)
}

function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(
    `${failure}: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ` ended with ${status}`}`,
  )
  process.exit(1)
}
