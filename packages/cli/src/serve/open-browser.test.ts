import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeinHome } from '@skein/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasDisplay, openInBrowser } from './open-browser.ts'

let folder: string
const path = process.env['PATH'] ?? ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'skein-open-'))))
afterEach(() => {
  process.env['PATH'] = path
  rmSync(folder, { recursive: true })
})

it.runIf(process.platform === 'linux')(
  'gives the link to the browser in a file, not where all can see it',
  async () => {
    const said = join(folder, 'said')
    execFileSync('mkfifo', [said])
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" > ${said}\n`)
    chmodSync(join(folder, 'xdg-open'), 0o755)
    process.env['PATH'] = `${folder}:${path}`
    openInBrowser(skeinHome({ SKEIN_HOME: join(folder, 'home') }), 'http://127.0.0.1:1/open?token=abc')
    const [address = '', ...more] = (await readFile(said, 'utf8')).trimEnd().split('\n')
    expect(more).toEqual([])
    expect(address).toMatch(/^file:\/\/.*\/open\.html$/)
    const file = fileURLToPath(address)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('content="0;url=http://127.0.0.1:1/open?token=abc"')
  },
)

it.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
  ['darwin', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, false],
] as const)('knows whether there is a desktop: %s %j', (platform, env, expected) => {
  expect(hasDisplay(env, platform)).toBe(expected)
})
