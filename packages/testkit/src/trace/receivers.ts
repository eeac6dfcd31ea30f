import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockOtlpServer } from '@elastic/mockotlpserver'
import { plainSpans, type PlainSpan } from './decoded-spans.ts'

/* Receivers that nobody here wrote: Rotel, a collector, and behind it Elastic's mock server, which decodes what arrives. */

/** Where Rotel's binary is; null where there is none for this machine. */
export function rotelBinary(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('@streamfold/rotel-linux-x64/package.json')
    const binary = join(manifest, '..', 'bin', 'rotel-agent')
    return existsSync(binary) ? binary : null
  } catch {
    // Not installed: npm leaves it out where it cannot run.
    return null
  }
}

/** The last station: what arrives here has arrived. */
export class Station {
  readonly #server: MockOtlpServer
  readonly spans: PlainSpan[] = []

  static async start(): Promise<Station> {
    const station = new Station()
    await station.#server.start()
    return station
  }

  private constructor() {
    this.#server = new MockOtlpServer({
      services: ['grpc'],
      grpcHostname: '127.0.0.1',
      grpcPort: 0,
      logLevel: 'fatal',
      onTrace: (request) => this.spans.push(...plainSpans(request)),
    })
  }

  get url(): string {
    return `http://${this.#server.grpcUrl.host}`
  }

  async close(): Promise<void> {
    await this.#server.close()
  }
}

/** A running Rotel that passes everything on to a station. */
export class Rotel {
  readonly url: string
  readonly #process: ChildProcess
  readonly #folder: string
  readonly #ended: Promise<unknown>

  static async start(binary: string, station: Station): Promise<Rotel> {
    for (let tries = 1; ; tries++) {
      const [http, grpc] = [await freePort(), await freePort()]
      const rotel = new Rotel(binary, { http, grpc, to: station.url })
      if (await rotel.#isUp(http)) return rotel
      // Somebody else took the port meanwhile.
      await rotel.kill()
      if (tries === 5) throw new Error('Rotel does not start')
    }
  }

  private constructor(binary: string, { http, grpc, to }: { http: number; grpc: number; to: string }) {
    this.url = `http://127.0.0.1:${http}`
    this.#folder = mkdtempSync(join(tmpdir(), 'skein-rotel-'))
    const options = {
      '--otlp-http-endpoint': `127.0.0.1:${http}`,
      '--otlp-grpc-endpoint': `127.0.0.1:${grpc}`,
      '--exporter': 'otlp',
      '--otlp-exporter-endpoint': to,
      // Over HTTP it packs what it passes on, whatever it is told, and the mock server unpacks nothing there.
      '--otlp-exporter-protocol': 'grpc',
      '--pid-file': join(this.#folder, 'pid'),
      '--log-file': join(this.#folder, 'log'),
    }
    const args = ['start', '--disable-batching', ...Object.entries(options).flat()]
    this.#process = spawn(binary, args, { cwd: this.#folder, env: {}, stdio: 'ignore' })
    this.#ended = once(this.#process, 'exit')
  }

  /** Sends a span of its own through, and takes it out at the station: everything before it has arrived then. */
  async mark(station: Station): Promise<void> {
    const spanId = randomBytes(8).toString('hex')
    const span = { traceId: randomBytes(16).toString('hex'), spanId, name: 'mark', kind: 1, ...MOMENT }
    const body = {
      resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'mark' }, spans: [span] }] }],
    }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${this.url}/v1/traces`, { method: 'POST', headers, body: JSON.stringify(body) })
    const at = (): number => station.spans.findIndex((seen) => seen.spanId === spanId)
    await until(() => at() >= 0)
    station.spans.splice(at(), 1)
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#ended
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #isUp(port: number): Promise<boolean> {
    return until(
      () => canConnect(port),
      () => this.#process.exitCode !== null,
    )
  }
}

const MOMENT = { startTimeUnixNano: '1', endTimeUnixNano: '2', attributes: [] }

/** Looks until something is so; false where `isHopeless` comes first, or a minute. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  isHopeless: () => boolean = () => false,
): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (isHopeless() || Date.now() > deadline) return false
    await new Promise((done) => setTimeout(done, 10))
  }
  return true
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port, not on a pipe.
  server.close()
  await once(server, 'close')
  return port
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Nobody listens yet.
    return false
  } finally {
    socket.destroy()
  }
}
