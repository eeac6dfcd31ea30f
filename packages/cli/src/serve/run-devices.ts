import { Devices, findServer, LINK_MS, linkAddress, OneTimeLinks, openServerState } from '@skein/server'
import { skeinHome, type Database } from '@skein/store'
import { renderUnicodeCompact } from 'uqr'
import { SkeinError } from '../errors.ts'
import { ago } from '../terminal/ago.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen } from '../terminal/screen.ts'

export interface PairOptions {
  readonly name: string
  readonly readOnly?: true
}

export interface DevicesOptions {
  readonly json?: true
}

/** A link for another device, as a QR code. */
export async function runPair({ name, readOnly }: PairOptions): Promise<void> {
  const home = skeinHome(process.env)
  const server = await findServer(home)
  if (server === null)
    throw new SkeinError('usage', 'no server runs', {
      remedy: 'start one with `skein serve`, see docs/server.md',
    })
  const { publicUrl } = server
  if (publicUrl === null)
    throw new SkeinError('usage', `other devices cannot reach ${server.url}`, {
      remedy:
        'start the server with --tunnel https://… for a tunnel that leads to it, or with --host, --tls-cert and --tls-key',
    })
  const scope = readOnly ? 'read' : 'all'
  const link = withState((state) =>
    linkAddress(
      publicUrl,
      new OneTimeLinks(state).make({ purpose: 'pair', name: inertLine(name).slice(0, 80), scope }).token,
    ),
  )
  const { out } = openScreen({})
  await out.lines(renderUnicodeCompact(link, { border: 2 }).split('\n'))
  await out.line(link)
  await out.line(
    `Good once and for ${LINK_MS / 60_000} minutes; ${readOnly ? 'the device may only read' : 'the device may do everything that you may'}.`,
  )
  await out.end()
}

export async function runDevices(options: DevicesOptions): Promise<void> {
  const devices = withState((state) => new Devices(state).list())
  const { out, style } = openScreen(options)
  if (options.json) await writeJson(out, { devices })
  else if (devices.length === 0) await out.line('No device is signed in.')
  else
    for (const { id, name, scope, kind, lastSeen } of devices)
      await out.line(
        `${id}  ${style.bold(inertLine(name))}  ${style.dim(`${kind}, ${scope === 'read' ? 'reads' : 'reads and writes'}, seen ${ago(lastSeen, Date.now())}`)}`,
      )
  await out.end()
}

export async function runRevoke(id: string): Promise<void> {
  const known = withState((state) => new Devices(state).revoke(id))
  if (!known) throw new SkeinError('usage', `no device is called ${id}`, { remedy: 'see `skein devices`' })
  const { out } = openScreen({})
  await out.line(`${id} is let in no more.`)
  await out.end()
}

function withState<T>(work: (state: Database) => T): T {
  const state = openServerState(skeinHome(process.env))
  try {
    return work(state)
  } finally {
    state.close()
  }
}
