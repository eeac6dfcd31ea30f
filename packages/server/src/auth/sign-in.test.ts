import { afterAll, describe, expect, it } from 'vitest'
import { ask, codeOf, ServerKit, type Answer } from '../../test/server-kit.ts'
import type { RunningServer } from '../lifecycle/start-server.ts'
import { Failures, MOST_ADDRESSES } from './failures.ts'
import { Password } from './password.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

const CSRF = { 'x-skein-csrf': '1' }

function login(
  server: RunningServer,
  password: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(server, {
    method: 'POST',
    path: '/login',
    headers: { ...CSRF, ...headers },
    body: JSON.stringify({ password }),
  })
}

describe('the password', () => {
  it('is kept as scrypt and compared whole', async () => {
    const password = new Password(kit.state)
    expect([password.isSet, await password.matches('')]).toEqual([false, false])
    await password.set('correct horse')
    const kept = String(kit.state.prepare('SELECT hash FROM server_password').get()?.['hash'])
    const [kind, cost] = kept.split('$')
    expect([kind, Number(cost) >= 2 ** 15, kept.includes('horse')]).toEqual(['scrypt', true, false])
    expect(
      await Promise.all(
        ['correct horse', 'correct hors', 'Correct horse', ''].map((one) => password.matches(one)),
      ),
    ).toEqual([true, false, false, false])
  })

  it('signs a browser in', async () => {
    await new Password(kit.state).set('correct horse')
    const server = await kit.start({ auth: 'password' })
    const answer = await login(server, 'correct horse')
    const [cookie = ''] = answer.headers['set-cookie'] ?? []
    expect([answer.status, cookie.endsWith('; HttpOnly; SameSite=Strict')]).toEqual([200, true])
    expect(
      (await ask(server, { path: '/api/me', headers: { cookie: cookie.split(';')[0] ?? '' } })).status,
    ).toBe(200)
    const out = await ask(server, { path: '/api/me' })
    expect([out.status, codeOf(out)]).toEqual([401, 'login'])
  })

  it('is nothing without --auth password, nor without the header', async () => {
    const server = await kit.start()
    expect([(await login(server, 'correct horse')).status]).toEqual([403])
    const other = await kit.start({ auth: 'password' })
    const form = await ask(other, { method: 'POST', path: '/login', body: '{"password":"correct horse"}' })
    expect([form.status, codeOf(form)]).toEqual([403, 'csrf'])
    for (const body of ['', '{', '[]', '{"password":1}', `{"password":"${'x'.repeat(2000)}"}`])
      expect((await ask(other, { method: 'POST', path: '/login', headers: CSRF, body })).status).toBe(400)
  })

  it('can be guessed a few times, then after ever longer pauses, the right one too', async () => {
    await new Password(kit.state).set('correct horse')
    const server = await kit.start({ auth: 'password' })
    const wrong: number[] = []
    for (let i = 0; i < 5; i++) wrong.push((await login(server, `guess ${i}`)).status)
    expect(wrong).toEqual([401, 401, 401, 401, 401])
    const refused = await login(server, 'correct horse')
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'too-many', '1'])
    kit.now += 1000
    expect((await login(server, 'guess')).status).toBe(401)
    kit.now += 1000
    expect((await login(server, 'correct horse')).headers['retry-after']).toBe('1')
    kit.now += 1000
    expect((await login(server, 'correct horse')).status).toBe(200)
    expect((await login(server, 'guess')).status).toBe(401)
  })

  it('is guessed no faster by many at once', async () => {
    const server = await kit.start({ auth: 'password' })
    const seen = await Promise.all(Array.from({ length: 20 }, (_, i) => login(server, `guess ${i}`)))
    expect(seen.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(seen.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('is guessed no faster by who makes up addresses', async () => {
    const server = await kit.start({ auth: 'password' })
    const seen: number[] = []
    for (let i = 0; i < 8; i++)
      seen.push((await login(server, 'guess', { 'x-forwarded-for': `10.0.0.${i}` })).status)
    expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })
})

describe('tokens', () => {
  it('cannot be guessed for long, and guessing keeps nobody out', async () => {
    const server = await kit.start()
    const seen: number[] = []
    for (let i = 0; i < 8; i++)
      seen.push((await ask(server, { path: `/open?token=${String(i).padStart(43, 'A')}` })).status)
    expect(seen).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
    expect((await ask(server, { path: kit.link(server) })).status).toBe(303)
  })

  it.each(['', 'x', 'A'.repeat(44), "' OR 1=1 --", '%F0%9F%92%A9'])('are not %j', async (token) => {
    const server = await kit.start()
    const answer = await ask(server, { path: `/open?token=${encodeURIComponent(token)}` })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'link-unknown'])
  })

  it('of several who try at once sign one in', async () => {
    const server = await kit.start()
    const path = kit.link(server)
    const seen = await Promise.all(Array.from({ length: 6 }, () => ask(server, { path })))
    expect(seen.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(seen.filter(({ status }) => status === 403)).toHaveLength(5)
  })

  it('are left alone by a browser that only looks ahead', async () => {
    const server = await kit.start()
    const path = kit.link(server)
    expect((await ask(server, { path, headers: { 'sec-purpose': 'prefetch' } })).status).toBe(403)
    expect((await ask(server, { path })).status).toBe(303)
  })

  it('tell people in words what is wrong, and programs in JSON', async () => {
    const server = await kit.start()
    const path = kit.link(server)
    await ask(server, { path })
    const page = await ask(server, { path, headers: { accept: 'text/html,*/*' } })
    expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(page.text).toContain('this link was used already')
  })

  it('sign in a browser that is signed in as who it is', async () => {
    const server = await kit.start()
    const cookie = kit.cookie(server)
    const before = server.devices.list().length
    const answer = await ask(server, { path: kit.link(server), headers: { cookie } })
    expect([answer.status, answer.headers['set-cookie'], server.devices.list().length]).toEqual([
      303,
      undefined,
      before,
    ])
  })

  it('give a program a bearer', async () => {
    const server = await kit.start()
    const token = kit.link(server, { purpose: 'pair', name: 'Prometheus', scope: 'read' }).split('=')[1]
    const answer = await ask(server, {
      method: 'POST',
      path: '/open',
      headers: CSRF,
      body: JSON.stringify({ token }),
    })
    const { secret, device } = JSON.parse(answer.text) as { secret: string; device: object }
    expect(device).toEqual({ id: expect.any(String), name: 'Prometheus', scope: 'read' })
    const metrics = await ask(server, { path: '/metrics', headers: { authorization: `Bearer ${secret}` } })
    expect([metrics.status, metrics.text.includes('skein_requests_total')]).toEqual([200, true])
  })
})

describe('pairing', () => {
  it('makes a link that another device opens once within five minutes', async () => {
    const server = await kit.start({ tunnel: 'https://skein.example.org' })
    const headers = { ...CSRF, cookie: kit.cookie(server) }
    const pair = async (): Promise<{ url: string; expires: number }> => {
      const body = '{"name":"Phone","scope":"read"}'
      const answer = await ask(server, { method: 'POST', path: '/api/pairings', headers, body })
      return JSON.parse(answer.text) as { url: string; expires: number }
    }
    const { url, expires } = await pair()
    expect(expires).toBe(kit.now + 5 * 60 * 1000)
    expect(url).toMatch(/^https:\/\/skein\.example\.org\/open\?token=[\w-]{43}$/)
    const path = url.slice('https://skein.example.org'.length)
    const phone = { host: 'skein.example.org' }
    const opened = await ask(server, { path, headers: phone })
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    expect([opened.status, cookie.includes('; Secure')]).toEqual([303, true])
    const me = await ask(server, {
      path: '/api/me',
      headers: { ...phone, cookie: cookie.split(';')[0] ?? '' },
    })
    expect(JSON.parse(me.text)).toEqual({ device: { id: expect.any(String), name: 'Phone', scope: 'read' } })
    const late = (await pair()).url.slice('https://skein.example.org'.length)
    kit.now += 5 * 60 * 1000
    const expired = await ask(server, { path: late, headers: phone })
    expect([expired.status, codeOf(expired)]).toEqual([403, 'link-expired'])
  })

  it('makes no link that no other device could open', async () => {
    const server = await kit.start()
    const answer = await ask(server, {
      method: 'POST',
      path: '/api/pairings',
      headers: { ...CSRF, cookie: kit.cookie(server) },
      body: '{"name":"Phone","scope":"read"}',
    })
    expect([answer.status, codeOf(answer)]).toEqual([409, 'unreachable'])
  })

  it('ends when the device is revoked: at once, with its stream', async () => {
    const server = await kit.start()
    const phone = server.devices.add({ kind: 'paired', name: 'Phone', scope: 'all' })
    const cookie = `skein_${server.reach.port}=${phone.secret}`
    const stream = ask(server, { path: '/api/live', headers: { cookie } }).catch(
      (error: Error) => error.message,
    )
    const other = kit.cookie(server)
    const listed = await ask(server, { path: '/api/devices', headers: { cookie } })
    const { devices } = JSON.parse(listed.text) as { devices: { id: string; current: boolean }[] }
    expect(devices.filter(({ current }) => current).map(({ id }) => id)).toEqual([phone.device.id])
    while (!server.metrics.text().includes('skein_sse_clients 1')) await new Promise(setImmediate)
    const path = `/api/devices/${phone.device.id}`
    const revoked = await ask(server, { method: 'DELETE', path, headers: { ...CSRF, cookie: other } })
    expect(revoked.status).toBe(200)
    expect(await stream).toBe('aborted')
    expect((await ask(server, { path: '/api/me', headers: { cookie } })).status).toBe(401)
    const again = await ask(server, { method: 'DELETE', path, headers: { ...CSRF, cookie: other } })
    expect(again.status).toBe(404)
  })

  it('ends as well when another process revokes the device', async () => {
    const server = await kit.start()
    const { device, secret } = server.devices.add({ kind: 'paired', name: 'Phone', scope: 'all' })
    const cookie = `skein_${server.reach.port}=${secret}`
    const stream = ask(server, { path: '/api/live', headers: { cookie } }).catch(
      (error: Error) => error.message,
    )
    while (!server.metrics.text().includes('skein_sse_clients 1')) await new Promise(setImmediate)
    kit.state.prepare('UPDATE device SET revoked = 1 WHERE id = ?').run(device.id)
    server.check()
    expect(await stream).toBe('aborted')
  })

  it('of a browser that was away for a month ends', async () => {
    const server = await kit.start()
    const cookie = kit.cookie(server)
    kit.now += 29 * 24 * 60 * 60 * 1000
    expect((await ask(server, { path: '/api/me', headers: { cookie } })).status).toBe(200)
    kit.now += 29 * 24 * 60 * 60 * 1000
    expect((await ask(server, { path: '/api/me', headers: { cookie } })).status).toBe(200)
    kit.now += 31 * 24 * 60 * 60 * 1000
    expect((await ask(server, { path: '/api/me', headers: { cookie } })).status).toBe(401)
  })
})

describe('Failures', () => {
  it('remember a bounded number of addresses', () => {
    const failures = new Failures(() => 0)
    for (let i = 0; i < MOST_ADDRESSES * 3; i++) failures.add(`10.0.${i >> 8}.${i & 255}`)
    expect(failures.addresses).toBe(MOST_ADDRESSES)
  })

  it('of everybody together slow everybody down, a little', () => {
    let now = 0
    const failures = new Failures(() => now)
    for (let i = 0; i < 80; i++) failures.add(`10.0.0.${i}`)
    expect(failures.wait('10.9.9.9')).toBe(10_000)
    now = 10_000
    expect(failures.wait('10.9.9.9')).toBe(0)
  })

  it('of one address double its pause up to a quarter of an hour', () => {
    const failures = new Failures(() => 0)
    const waits = Array.from({ length: 24 }, () => {
      failures.add('10.0.0.1')
      return failures.wait('10.0.0.1')
    })
    expect(waits.slice(0, 8)).toEqual([0, 0, 0, 0, 1000, 2000, 4000, 8000])
    expect(waits.at(-1)).toBe(15 * 60 * 1000)
  })
})
