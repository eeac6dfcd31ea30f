// Makes a checkout ready: installs packages when the lockfile and the install differ, builds with --build, and with
// --tests gets the programs that tests run, where that is allowed. It says what it does before it does it.
// It runs before anything is installed, so it uses nothing but Node itself.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runStep } from './steps.mjs'
import { planFor, skipped, TEST_PROGRAMS } from './test-programs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const lockfile = readFileSync(`${root}package-lock.json`)
const stamp = `${root}node_modules/.skein-lock`

const wanted = createHash('sha256').update(lockfile).update(process.version).digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const count = Object.keys(JSON.parse(lockfile.toString()).packages).filter((path) =>
    path.includes('node_modules/'),
  )
  await must({
    title: `Downloading and installing ${count.length} packages into node_modules`,
    command: 'npm',
    args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
  })
  writeFileSync(stamp, wanted)
}
if (process.argv.includes('--tests')) {
  await installPrograms()
  await must({
    title: 'Looking for the versions of Claude Code that tests run',
    command: process.execPath,
    args: ['scripts/run-ts.mjs', 'packages/testkit/src/claude/download.ts'],
  })
}
if (process.argv.includes('--build'))
  await must({
    title: 'Building the app and the command',
    command: 'npm',
    args: ['run', '--silent', 'build'],
  })

async function installPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = TEST_PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  const { says, installs } = planFor(missing, {
    isRoot: process.getuid?.() === 0,
    hasApt: existsSync('/usr/bin/apt-get'),
  })
  if (!installs) {
    if (says !== null) console.error(says)
    return
  }
  const apt = (title, ...args) =>
    runStep({
      title,
      command: 'apt-get',
      args,
      quiet: true,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  // The lists first: an image's own know the release, but not the security updates that everybody else has.
  await apt('Asking apt-get for the newest lists of packages', 'update')
  const failure = await apt(says, ...install)
  if (failure !== null) console.error(`Could not be installed: ${skipped(missing)}\n${failure}`)
}

async function must(step) {
  const failure = await runStep({ ...step, cwd: root })
  if (failure === null) return
  console.error(`Setup failed. ${failure}`)
  process.exit(1)
}
