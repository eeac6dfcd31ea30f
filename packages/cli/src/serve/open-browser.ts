import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeHome, type Environment, type SkeinHome } from '@skein/store'

/** Whether there is a desktop that a browser can open on. */
export function hasDisplay(env: Environment, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return !env['SSH_CONNECTION']
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/**
 * Opens a one-time link. Every user of the machine can read the arguments of a program that runs, so the browser is given a
 * page of ours that only this user can read, and that leads on to the link.
 */
export function openInBrowser(home: SkeinHome, link: string): void {
  makeHome(home)
  const file = join(home.folder, 'open.html')
  writeFileSync(file, redirectPage(link), { mode: 0o600 })
  chmodSync(file, 0o600)
  const [command, ...args] = [...opener(process.platform), pathToFileURL(file).href]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  // Nothing is lost where there is no such program: the link is printed as well.
  child.on('error', () => {})
  child.unref()
}

/** A token is letters, digits, - and _; nothing of a link has to be escaped. */
function redirectPage(link: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Skein</title><meta http-equiv="refresh" content="0;url=${link}"><a href="${link}">Skein</a>\n`
}

function opener(platform: NodeJS.Platform): readonly [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  return ['xdg-open']
}
