import { readFileSync } from 'node:fs'
import {
  OneTimeLinks,
  openServerState,
  PRINTED_LINK_MS,
  serve,
  type ServeOptions,
  type ServerRecord,
} from '@skein/server'
import { skeinHome } from '@skein/store'
import { DEMO_ROOT, packageVersion, WEB_FOLDER } from '../package-folder.ts'
import { fileError, SkeinError } from '../errors.ts'
import { IndexProgress } from '../store/index-progress.ts'
import { priceTable } from '../store/price-table.ts'
import { logLine } from './log-line.ts'
import { hasDisplay, openInBrowser } from './open-browser.ts'
import { hasPassword, setPassword } from './set-password.ts'
import { reachOf, type ReachFlags } from './serve-options.ts'

export interface ServeFlags extends ReachFlags {
  readonly port?: number
  readonly auth: 'token' | 'password'
  readonly setPassword?: true
  readonly trustProxy?: true
  readonly root?: readonly string[]
  /** `--no-archive` */
  readonly archive: boolean
  /** `--no-open` */
  readonly open: boolean
}

/**
 * Serves the app until a signal ends it; where a server runs already, opens that one. `given`: the options that somebody typed,
 * which that one does not heed.
 */
export async function runServe(flags: ServeFlags, given: readonly string[]): Promise<void> {
  const home = skeinHome(process.env)
  if (flags.setPassword) return setPassword(home)
  if (flags.auth === 'password' && !hasPassword(home))
    throw new SkeinError('usage', 'no password is set', {
      remedy: 'set one with `skein serve --set-password`',
    })
  const progress = new IndexProgress()
  const served = await serve({ ...optionsOf(flags), onProgress: (state) => progress.at(state) })
    .catch((error: unknown) => {
      throw listenError(error, flags)
    })
    .finally(() => progress.end())
  if ('pid' in served) return openOther(served, flags, given)
  const { server, demo } = served
  const ended = signalled(() => served.stop())
  print(
    `Skein ${packageVersion()}${demo ? ', with the bundled sessions: none were found on this machine' : ''}`,
  )
  if (mayOpen(flags)) openInBrowser(home, server.links.toOpen(server.url))
  print(`  ${server.links.toOpen(server.url, PRINTED_LINK_MS)}`)
  print(
    'The link signs one browser in, once, within an hour; `skein` makes a new one. Ctrl-C ends the server.',
  )
  await ended
}

function optionsOf(flags: ServeFlags): ServeOptions {
  return {
    ...reachOf(flags, (file) => {
      try {
        return readFileSync(file, 'utf8')
      } catch (error) {
        throw fileError(error, file)
      }
    }),
    port: flags.port ?? null,
    auth: flags.auth,
    trustProxy: flags.trustProxy === true,
    appFolder: WEB_FOLDER,
    env: process.env,
    roots: flags.root ?? [],
    prices: priceTable(skeinHome(process.env)),
    version: packageVersion(),
    demoRoot: DEMO_ROOT,
    archive: flags.archive,
    onLog: (level, event, fields) => {
      const line = logLine(level, event, fields)
      if (line !== null && process.stderr.isTTY) process.stderr.write(`${line}\n`)
    },
  }
}

/** A link is made in `state.db`, which the running server reads: it needs no other way to be told. */
function openOther(record: ServerRecord, flags: ServeFlags, given: readonly string[]): void {
  const { url, pid } = record
  const idle = given.filter((option) => !holdsAlready(option, record, flags))
  const home = skeinHome(process.env)
  const state = openServerState(home)
  try {
    const links = new OneTimeLinks(state)
    print(`Skein runs already (process ${pid})`)
    if (idle.length === 0 && mayOpen(flags)) openInBrowser(home, links.toOpen(url))
    print(`  ${links.toOpen(url)}`)
  } finally {
    state.close()
  }
  if (idle.length > 0)
    throw new SkeinError('usage', `no effect on the server that runs: ${idle.join(', ')}`, {
      remedy: `end process ${pid} first, or leave them out`,
    })
}

/** Whether an option says nothing else than what is the case. */
function holdsAlready(option: string, { port }: ServerRecord, flags: ServeFlags): boolean {
  return option === '--no-open' || (option === '--port' && (flags.port === 0 || flags.port === port))
}

/** Only for somebody who sits there. */
function mayOpen({ open }: ServeFlags): boolean {
  return open && process.stdout.isTTY && hasDisplay(process.env, process.platform)
}

function listenError(error: unknown, { port }: ServeFlags): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const what = LISTEN_ERRORS[String(code)]
  if (what === undefined) return error
  return new SkeinError('usage', what(port), { remedy: 'choose another with --port or --host', cause: error })
}

const LISTEN_ERRORS: Readonly<Record<string, ((port: number | undefined) => string) | undefined>> = {
  EADDRINUSE: (port) => `port ${port} is taken by another program`,
  EACCES: (port) => `this user may not listen on port ${port}`,
  EADDRNOTAVAIL: () => 'this machine does not have that address',
  ENOTFOUND: () => 'there is no such address',
}

/** The first signal ends the server in order, the second one at once. */
function signalled(stop: () => Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    let isEnding = false
    const onSignal = (): void => {
      if (isEnding) process.exit(130)
      isEnding = true
      stop().then(done, fail)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
