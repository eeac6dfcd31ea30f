import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { LiveEvent } from '@skein/view'

/** What the program is started with, as JSON. */
export interface ClientsOptions {
  /** Of the stream. */
  readonly url: string
  readonly cookie: string
  readonly count: number
  /** How many each is to get: then it is over. */
  readonly rows: number
  /** Null: a bare stream that nobody subscribes to. */
  readonly subscription: object | null
}

/** What it prints at the end: ms from the moment in a row to its arrival, over all clients. */
export interface ClientsResult {
  readonly received: number
  readonly p50: number
  readonly p95: number
  readonly max: number
  /** Rows that the client with the fewest got. */
  readonly fewest: number
}

// In a process of their own: what they do must not be the server's time, nor its writer's. A thousand of them share this
// one, so that bytes are looked at where they lie: no parser of HTTP, no copy of what is heard.
const options = JSON.parse(process.argv[2]) as ClientsOptions
const url = new URL(options.url)
const posting = new Agent({ keepAlive: true, maxSockets: 8 })
const latencies: number[] = []
const counts: number[] = []
let whole = 0
const MARK = Buffer.from('sent ')
/** Signs of a moment: ms with three digits behind the point. */
const MOMENT = 17
const MARKED = MARK.length + MOMENT
/** The head of the answer and its first event. */
const HEARD = /\r\n\r\n[^]*\n\n/

await Promise.all(Array.from({ length: options.count }, (_, i) => open(i)))
console.log('ready ')
process.stdin.once('data', finish)

function finish(): void {
  latencies.sort((a, b) => a - b)
  const at = (part: number): number => latencies[Math.floor((latencies.length - 1) * part)] ?? NaN
  const result: ClientsResult = {
    received: latencies.length,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
    fewest: Math.min(...counts),
  }
  console.log(`result ${JSON.stringify(result)} end`)
  process.exit(0)
}

function open(index: number): Promise<void> {
  counts[index] = 0
  return new Promise((ready, fail) => {
    // What was written before is told again with what comes, and is nobody's delay.
    let last = performance.timeOrigin + performance.now()
    let opening: string | null = ''
    let rest: Buffer = Buffer.alloc(0)
    const look = (bytes: Buffer, now: number): void => {
      for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
        if (bytes.length < at + MARKED) return
        const sent = Number(bytes.toString('latin1', at + MARK.length, at + MARKED))
        // A step is told again when something about it changes; the moment in it counts once.
        if (!(sent > last)) continue
        last = sent
        latencies.push(now - sent)
        counts[index]++
        if (counts[index] === options.rows && ++whole === options.count) finish()
      }
    }
    const socket = connect(Number(url.port), url.hostname)
    socket.once('error', fail).setNoDelay(true)
    socket.write(
      `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nCookie: ${options.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
    )
    socket.on('data', (bytes) => {
      const now = performance.timeOrigin + performance.now()
      if (opening !== null) {
        opening += bytes.toString('latin1')
        if (!HEARD.test(opening)) return
        const heard = opening
        opening = null
        if (options.subscription === null) ready()
        else subscribe(heard).then(ready, fail)
        return
      }
      // A moment may be cut in two: where one ends and the next begins is looked at apart.
      if (rest.length > 0) look(Buffer.concat([rest, bytes.subarray(0, MARKED)]), now)
      look(bytes, now)
      const tail = bytes.length >= MARKED ? bytes : Buffer.concat([rest, bytes])
      rest = Buffer.from(tail.subarray(-MARKED + 1))
    })
  })
}

function subscribe(block: string): Promise<void> {
  const event = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') as Extract<LiveEvent, { type: 'hello' }>
  const body = JSON.stringify({ subscriptions: [options.subscription] })
  return new Promise((done, fail) => {
    const post = request(
      `${options.url}/${event.client}`,
      {
        method: 'POST',
        agent: posting,
        headers: {
          cookie: options.cookie,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-skein-csrf': '1',
        },
      },
      (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200 ? done() : fail(new Error(`not subscribed: ${response.statusCode}`)),
        )
      },
    )
    post.once('error', fail)
    post.end(body)
  })
}
