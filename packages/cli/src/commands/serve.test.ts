import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServeProcess } from '../../test/run-server.ts'
import { Workbench } from '../../test/run-skein.ts'

let bench: Workbench
let running: ServeProcess[]
beforeEach(() => {
  bench = new Workbench()
  running = []
})
afterEach(async () => {
  for (const one of running) await one.end('SIGKILL')
  bench.remove()
})

async function start(args?: readonly string[]): Promise<ServeProcess> {
  const served = await ServeProcess.start(bench, { args })
  running.push(served)
  return served
}

const home = (...names: string[]): string => join(bench.folder, '.local/share/skein', ...names)
const record = (): { pid: number; url: string; port: number } =>
  JSON.parse(readFileSync(home('server.json'), 'utf8')) as { pid: number; url: string; port: number }

/** Opens a link as a browser does; the cookie. */
async function opened(link: string | null): Promise<string> {
  const { status, headers } = await fetch(link ?? '', { redirect: 'manual' })
  expect(status).toBe(303)
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('skein serve', () => {
  it('prints a link that signs a browser in, once', async () => {
    const served = await start()
    const { url, pid } = record()
    expect(pid).toBe(served.child.pid)
    expect(statSync(home('server.json')).mode & 0o777).toBe(0o600)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/metrics`)).status).toBe(401)
    const cookie = await opened(served.link)
    expect((await fetch(`${url}/metrics`, { headers: { cookie } })).status).toBe(200)
    expect((await fetch(served.link ?? '', { redirect: 'manual' })).status).toBe(403)
  })

  it('is what skein does alone', async () => {
    const served = await start([])
    expect((await fetch(`${record().url}/healthz`)).status).toBe(200)
    expect(await served.end()).toBe(0)
  })

  it('runs once: a second start says where the first is, and makes a link to it', async () => {
    await start()
    const { pid, url } = record()
    const second = bench.run([])
    expect({ code: second.code, stderr: second.stderr }).toEqual({ code: 0, stderr: '' })
    const [said, link] = second.stdout.split('\n')
    expect(said).toBe(`Skein runs already (process ${pid})`)
    expect(link?.trim().startsWith(`${url}/open?token=`)).toBe(true)
    await opened(link?.trim() ?? '')
  })

  it('names the options that a running server does not heed, and ends with 2', async () => {
    await start()
    const { pid, url, port } = record()
    const said = `Skein runs already (process ${pid})`
    const ends = (args: readonly string[]): { code: number | null; said: string; stderr: string } => {
      const { code, stdout, stderr } = bench.run(['serve', ...args])
      const [first, link] = stdout.split('\n')
      expect(link?.trim().startsWith(`${url}/open?token=`)).toBe(true)
      return { code, said: first ?? '', stderr }
    }
    const other = String(port === 65_535 ? 1024 : port + 1)
    expect(ends(['--port', other, '--no-archive', '--auth', 'token', '--no-open'])).toEqual({
      code: 2,
      said,
      stderr: `skein: no effect on the server that runs: --port, --auth, --no-archive: end process ${pid} first, or leave them out\n`,
    })
    // Nothing else is asked for than what is the case.
    expect(ends(['--port', String(port), '--no-open'])).toEqual({ code: 0, said, stderr: '' })
  })

  it('starts again after one that was killed', async () => {
    const first = await start()
    await first.end('SIGKILL')
    expect(record().pid).toBe(first.child.pid)
    const second = await start()
    expect(record().pid).toBe(second.child.pid)
    expect((await fetch(`${record().url}/healthz`)).status).toBe(200)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends in order with %s', async (signal) => {
    const served = await start()
    expect(await served.end(signal)).toBe(0)
    expect(() => record()).toThrow('ENOENT')
    const events = readFileSync(home('log', 'server.log'), 'utf8').trimEnd().split('\n')
    expect(events.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'started',
      'stopped',
    ])
  })

  it.each([
    [
      'another address without TLS',
      ['--host', '0.0.0.0'],
      'skein: everybody on the way could read along if Skein listened on 0.0.0.0 without TLS: add --tls-cert and --tls-key, or --tunnel https://… for what stands in front of it\n',
    ],
    [
      'a tunnel without TLS',
      ['--tunnel', 'http://a.example'],
      'skein: --tunnel http://a.example is no address of a site: name it like https://skein.example.org\n',
    ],
    [
      'half a certificate',
      ['--tls-cert', 'x'],
      'skein: a certificate needs its key: give --tls-cert and --tls-key\n',
    ],
    ['a bad path', ['--base-path', 'x y'], 'skein: --base-path x y is not understood: it is like /skein\n'],
    [
      'a bad port',
      ['--port', 'x'],
      'skein: --port x is not understood: a whole number from 0 to 65535 is needed\n',
    ],
    [
      'a port that no machine has',
      ['--port', '65536'],
      'skein: --port 65536 is not understood: a whole number from 0 to 65535 is needed\n',
    ],
    [
      'a password where none is set',
      ['--auth', 'password'],
      'skein: no password is set: set one with `skein serve --set-password`\n',
    ],
  ])('refuses %s', (_name, args, stderr) => {
    expect(bench.run(['serve', ...args])).toEqual({ code: 2, stdout: '', stderr })
  })

  it('says which port is taken', async () => {
    await start()
    const { port } = record()
    const other = bench.run(['serve', '--port', String(port)], {
      env: { SKEIN_HOME: join(bench.folder, 'other') },
    })
    expect({ code: other.code, stderr: other.stderr }).toEqual({
      code: 2,
      stderr: `skein: port ${port} is taken by another program: choose another with --port or --host\n`,
    })
  })

  it('takes a password from standard input, and signs in with it', async () => {
    const short = bench.run(['serve', '--set-password'], { input: 'abc\n' })
    expect([short.code, short.stderr]).toEqual([
      2,
      'skein: the password has 3 signs: choose one of at least 8\n',
    ])
    const set = bench.run(['serve', '--set-password'], { input: 'correct horse\n' })
    expect({ code: set.code, stderr: set.stderr }).toEqual({ code: 0, stderr: '' })
    await start(['serve', '--port', '0', '--auth', 'password'])
    const login = (password: string): Promise<Response> =>
      fetch(`${record().url}/login`, {
        method: 'POST',
        headers: { 'x-skein-csrf': '1' },
        body: JSON.stringify({ password }),
      })
    expect([(await login('wrong horse')).status, (await login('correct horse')).status]).toEqual([401, 200])
  })
})

describe('skein pair', () => {
  it('says what to do where no server runs, or nobody reaches it', async () => {
    expect(bench.run(['pair'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'skein: no server runs: start one with `skein serve`, see docs/server.md\n',
    })
    await start()
    expect(bench.run(['pair'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `skein: other devices cannot reach ${record().url}: start the server with --tunnel https://… for a tunnel that leads to it, or with --host, --tls-cert and --tls-key\n`,
    })
  })

  it('prints a QR code and the link in it, for a device that can be revoked', async () => {
    await start(['serve', '--port', '0', '--tunnel', 'https://skein.example.org'])
    const { code, stdout } = bench.run(['pair', '--name', 'Phone\u001b[31m', '--read-only'])
    expect(code).toBe(0)
    const link = /https:\/\/skein\.example\.org\/open\?token=\S+/.exec(stdout)?.[0] ?? ''
    expect(stdout).toMatch(/[█▀▄]{20}/)
    expect(stdout).not.toContain('\u001b')
    const { url } = record()
    const cookie = await opened(link.replace('https://skein.example.org', url))
    const listed = bench.run(['devices', '--json'])
    const { devices } = JSON.parse(listed.stdout) as {
      devices: { id: string; name: string; scope: string }[]
    }
    expect(devices.map(({ name, scope }) => ({ name, scope }))).toEqual([{ name: 'Phone', scope: 'read' }])
    const ask = async (): Promise<number> => (await fetch(`${url}/metrics`, { headers: { cookie } })).status
    expect(await ask()).toBe(200)
    const id = devices[0]?.id ?? ''
    expect(bench.run(['devices', 'revoke', id])).toEqual({
      code: 0,
      stdout: `${id} is let in no more.\n`,
      stderr: '',
    })
    expect(await ask()).toBe(401)
    expect(bench.run(['devices']).stdout).toBe('No device is signed in.\n')
    expect(bench.run(['devices', 'revoke', id]).stderr).toBe(
      `skein: no device is called ${id}: see \`skein devices\`\n`,
    )
  })
})
