import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skeinHome, type Environment } from '@skein/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../target/target.ts'
import { isSampled, isTraced } from './projects.ts'
import { chosenTargets, isSameEverywhere, readTraceConfig, type TraceConfig } from './trace-config.ts'

let folder: string

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'skein-config-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function config(file: unknown, env: Environment = {}): TraceConfig {
  mkdirSync(folder, { recursive: true })
  if (file !== null)
    writeFileSync(join(folder, 'trace.json'), typeof file === 'string' ? file : JSON.stringify(file), {
      mode: 0o600,
    })
  return readTraceConfig({ home: skeinHome({ SKEIN_HOME: folder }), env })
}

const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-made-up', LANGFUSE_SECRET_KEY: 'sk-made-up' }
const BASIC = `Basic ${Buffer.from('pk-made-up:sk-made-up').toString('base64')}`

describe('targets of variables', () => {
  it('Langfuse is OTLP below its own path, with the keys as basic auth', () => {
    expect(config(null, KEYS).targets).toEqual([
      {
        name: 'langfuse',
        kind: 'langfuse',
        url: 'https://cloud.langfuse.com/api/public/otel/v1/traces',
        headers: { authorization: BASIC, 'x-langfuse-ingestion-version': '4' },
        compression: 'gzip',
        timeoutMs: 10_000,
        profile: 'langfuse',
        settings: DEFAULT_SETTINGS,
      },
    ])
  })

  it.each([
    ['LANGFUSE_HOST', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/api/public/otel/v1/traces'],
    ['LANGFUSE_BASE_URL', 'http://127.0.0.1/lf/', 'http://127.0.0.1/lf/api/public/otel/v1/traces'],
    ['LANGFUSE_HOST', 'http://127.0.0.1/api/public/otel', 'http://127.0.0.1/api/public/otel/v1/traces'],
  ])('%s=%s is %s', (name, value, url) => {
    expect(config(null, { ...KEYS, [name]: value }).targets[0].url).toBe(url)
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, 'http://127.0.0.1:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/x/' }, 'http://127.0.0.1:4318/x/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/own' }, 'http://127.0.0.1:4318/own'],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:2',
      },
      'http://127.0.0.1:2/',
    ],
  ])('%j is %s', (env, url) => {
    expect(config(null, env).targets.map((target) => target.url)).toEqual([url])
  })

  it('headers are percent-decoded, and those for traces come before the others', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-other=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: ' Authorization = Bearer%20a%3Db%2Cc ,x-team=%C3%BC',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2500',
    }
    expect(config(null, env).targets[0]).toMatchObject({
      headers: { authorization: 'Bearer a=b,c', 'x-team': 'ü' },
      compression: 'none',
      timeoutMs: 2500,
    })
  })

  it('what cannot be read is ignored, and told without its value', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret%ZZ=1',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'brotli',
      OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%',
    }
    const { targets, complaints } = config(null, env)
    expect(targets[0]).toMatchObject({ headers: {}, compression: 'gzip', timeoutMs: 10_000 })
    expect(complaints).toEqual([
      'OTEL_RESOURCE_ATTRIBUTES is ignored: it is not like key=value,key=value',
      'OTEL_EXPORTER_OTLP_HEADERS is ignored: it is not like key=value,key=value',
      'OTEL_EXPORTER_OTLP_COMPRESSION is ignored: it is gzip or none',
      'OTEL_EXPORTER_OTLP_TIMEOUT is ignored: it is a number of milliseconds from 1 to 600000',
    ])
  })

  it.each(['0', '600001', '99999999999'])('a timeout of %s is none', (timeout) => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: timeout,
    }
    const { targets, complaints } = config(null, env)
    expect([targets[0].timeoutMs, complaints]).toEqual([
      10_000,
      ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT is ignored: it is a number of milliseconds from 1 to 600000'],
    ])
  })

  it.each([
    ['http/json', 0],
    ['http/protobuf', 0],
    ['grpc', 1],
    ['thrift', 1],
  ])('%s as the protocol is told %i times', (protocol, times) => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    }
    const told =
      'OTEL_EXPORTER_OTLP_PROTOCOL is not http/json: traces are sent as that, so the endpoint must take it'
    expect(config(null, env).complaints).toEqual(Array(times).fill(told))
  })

  it('half of the keys of Langfuse are told', () => {
    const { targets, complaints } = config(null, { LANGFUSE_PUBLIC_KEY: 'pk-made-up' })
    const told = 'LANGFUSE_SECRET_KEY is not set, so that nothing is sent to Langfuse'
    expect([targets, complaints]).toEqual([[], [told]])
  })

  it('keys go nowhere else than the address says', () => {
    const message = 'LANGFUSE_HOST is no http address'
    expect(() => config(null, { ...KEYS, LANGFUSE_HOST: '127.0.0.1:3000' })).toThrow(
      expect.objectContaining({ code: 'config', message }),
    )
  })

  it('a password with a % that encodes nothing is what it is', () => {
    const [target] = config(null, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://ada:100%@127.0.0.1:4318' }).targets
    expect(target.headers).toEqual({
      authorization: `Basic ${Buffer.from('ada:100%').toString('base64')}`,
    })
  })

  it('a password in an address is a header, and no part of the address', () => {
    const [target] = config(null, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://ada:p%40ss@127.0.0.1:4318' }).targets
    expect([target.url, target.headers]).toEqual([
      'http://127.0.0.1:4318/v1/traces',
      { authorization: `Basic ${Buffer.from('ada:p@ss').toString('base64')}` },
    ])
  })

  it('resource attributes are decoded; the name of the service comes before the one among them', () => {
    const env = { OTEL_RESOURCE_ATTRIBUTES: 'team=a%2Cb,service.name=x', OTEL_SERVICE_NAME: 'mine' }
    expect(config(null, env).settings.resource).toEqual({ 'service.name': 'mine', team: 'a,b' })
  })
})

describe('trace.json', () => {
  it('names the targets there are; variables make no others', () => {
    const { targets } = config(
      {
        sample: 0.5,
        tags: ['a'],
        targets: {
          collector: {
            kind: 'otlp',
            url: 'http://127.0.0.1:4318',
            headers: { 'X-Key': 'k' },
            timeout: 500,
            compression: 'none',
            tags: ['b'],
            redact: false,
          },
          lines: { kind: 'file', path: 'out.jsonl' },
        },
      },
      { ...KEYS, OTEL_EXPORTER_OTLP_HEADERS: 'other=key', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    )
    expect(targets).toEqual([
      {
        name: 'collector',
        kind: 'otlp',
        url: 'http://127.0.0.1:4318/v1/traces',
        headers: { 'x-key': 'k' },
        compression: 'none',
        timeoutMs: 500,
        profile: 'genai',
        settings: { ...DEFAULT_SETTINGS, sample: 0.5, tags: ['b'], redact: false },
      },
      {
        name: 'lines',
        kind: 'file',
        url: join(folder, 'out.jsonl'),
        headers: {},
        compression: 'gzip',
        timeoutMs: 10_000,
        profile: 'genai',
        settings: { ...DEFAULT_SETTINGS, sample: 0.5, tags: ['a'] },
      },
    ])
  })

  it('leaves keys to variables where it wants to', () => {
    const { targets } = config({ targets: { work: { kind: 'langfuse', url: 'http://127.0.0.1' } } }, KEYS)
    expect(targets).toMatchObject([{ name: 'work', headers: { authorization: BASIC } }])
  })

  it.each([
    ['{"a": sk-made-up}', 'trace.json: it is not JSON'],
    [{ targts: {} }, 'trace.json: targts is not a known field'],
    [{ sample: 2 }, 'trace.json: sample must be a number from 0 to 1'],
    [
      { targets: { x: { kind: 'zipkin' } } },
      'trace.json: targets.x.kind must be one of langfuse, otlp, file',
    ],
    [
      { targets: { x: { kind: 'otlp', url: 'http://127.0.0.1', key: 'sk-made-up' } } },
      'trace.json: targets.x.key is not a known field',
    ],
    [{ targets: { x: { kind: 'otlp', url: 'sk-made-up' } } }, 'trace.json: targets.x.url is no http address'],
    [
      { targets: { '../x': { kind: 'otlp', url: 'http://127.0.0.1' } } },
      'trace.json: the name of a target is up to 64 letters, digits, dots, hyphens and underscores',
    ],
    [
      { targets: { x: { kind: 'langfuse' } } },
      'trace.json: targets.x needs publicKey and secretKey, or LANGFUSE_PUBLIC_KEY and _SECRET_KEY',
    ],
  ])('%j: %s', (file, message) => {
    expect(() => config(file)).toThrow(expect.objectContaining({ code: 'config', message }))
  })

  it('may begin with the mark that some editors write', () => {
    expect(config('\uFEFF{"user":"ada"}').settings.user).toBe('ada')
  })

  it('knows the home folder in paths', () => {
    const { targets } = config(
      { targets: { lines: { kind: 'file', path: '~/a.jsonl' } } },
      { HOME: '/home/ada' },
    )
    expect(targets[0].url).toBe('/home/ada/a.jsonl')
  })

  it('has no header that cannot be sent', () => {
    const file = { targets: { x: { kind: 'otlp', url: 'http://127.0.0.1', headers: { a: 'sk-made\nup' } } } }
    const message = 'a header of the target "x" cannot be sent'
    expect(() => config(file)).toThrow(expect.objectContaining({ code: 'config', message }))
  })

  it('that others may read is told', () => {
    config({})
    chmodSync(join(folder, 'trace.json'), 0o644)
    expect(config(null).complaints).toEqual([
      'trace.json can be read by others: chmod 600 it, it may hold keys',
    ])
  })
})

describe('the targets that are asked for', () => {
  it('are all, or the one of a name', () => {
    const all = config(null, { ...KEYS, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1' })
    expect(chosenTargets(all, undefined).map(({ name }) => name)).toEqual(['langfuse', 'otlp'])
    expect(chosenTargets(all, 'otlp').map(({ name }) => name)).toEqual(['otlp'])
    expect(() => chosenTargets(all, 'x')).toThrow('no target is called "x"')
    expect(() => chosenTargets(config(null), undefined)).toThrow('there is no target to send to')
  })
})

describe('projects', () => {
  const isIn = (project: string, include: string[], exclude: string[] = []): boolean =>
    isTraced(project, { include, exclude }, '/home/ada')

  it('are included with everything below them, excluded for good', () => {
    expect(isIn('/a/b', [])).toBe(true)
    expect(isIn('/a/b/c', ['/a/b'])).toBe(true)
    expect(isIn('/a/bc', ['/a/b'])).toBe(false)
    expect(isIn('/home/ada/work/x', ['~/work/'])).toBe(true)
    expect(isIn('/srv/one-api/src', ['/srv/*-api'])).toBe(true)
    expect(isIn('/a.b', ['/a?b'])).toBe(false)
    expect(isIn('/a/b/secret', ['/a'], ['*/secret'])).toBe(false)
  })
})

describe('variables', () => {
  const isSame = (file: unknown, env: Environment): boolean =>
    isSameEverywhere(config(file, env), { home: skeinHome({ SKEIN_HOME: folder }), env })
  const target = (fields: object): object => ({ targets: { one: fields } })

  it('have no say in where traces go where trace.json says all of it', () => {
    const own = { kind: 'langfuse', url: 'http://127.0.0.1', publicKey: 'pk', secretKey: 'sk' }
    expect(isSame(target(own), KEYS)).toBe(true)
    const otlp = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=made-up', OTEL_SERVICE_NAME: 'mine' }
    expect(isSame(target({ kind: 'otlp', url: 'http://127.0.0.1' }), otlp)).toBe(true)
    expect(isSame(target({ kind: 'file', path: '~/spans.jsonl' }), { HOME: '/home/ada' })).toBe(true)
  })

  it('have one where a target is theirs, or takes something of them', () => {
    expect(isSame(null, KEYS)).toBe(false)
    expect(isSame(target({ kind: 'langfuse' }), KEYS)).toBe(false)
    expect(
      isSame(target({ kind: 'langfuse', publicKey: 'pk', secretKey: 'sk' }), {
        LANGFUSE_HOST: 'http://127.0.0.1',
      }),
    ).toBe(false)
  })
})

describe('sampling', () => {
  it('goes by the trace alone: the same share, the same traces', () => {
    expect(isSampled(`${'0'.repeat(18)}${'f'.repeat(14)}`, 1)).toBe(true)
    expect(isSampled(`${'f'.repeat(18)}${'0'.repeat(14)}`, 0.0001)).toBe(true)
    expect(isSampled(`${'0'.repeat(18)}7${'f'.repeat(13)}`, 0.5)).toBe(true)
    expect(isSampled(`${'0'.repeat(18)}8${'0'.repeat(13)}`, 0.5)).toBe(false)
    expect(isSampled('0'.repeat(32), 0)).toBe(false)
  })
})
