// Makes a checkout ready: installs when the lockfile and the install differ, builds with --build.
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
if (process.argv.includes('--build')) run('npm', ['run', '--silent', 'build'], 'The build failed')

function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(
    `${failure}: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ` ended with ${status}`}`,
  )
  process.exit(1)
}
