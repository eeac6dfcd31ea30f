import { spawn } from 'node:child_process'
import { lineFrom } from './line-from.ts'

/** A program of Node's own server and nothing else: what the machine takes for the same bytes at this moment. */
export interface BareServer {
  readonly url: string
  /** Ends a line on its input: told to every stream. */
  readonly tell: (text: string) => void
  readonly stop: () => void
}

/** Answers everything with `body`; `/live` is a stream of what it is told. */
export async function startBare(body: string, type = 'application/json'): Promise<BareServer> {
  const child = spawn(process.execPath, ['-e', PROGRAM, type], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(body)}\n`)
  const port = await lineFrom(child, /port (\d+)/)
  return {
    url: `http://127.0.0.1:${port}`,
    tell: (text) => void child.stdin.write(`${JSON.stringify(text)}\n`),
    stop: () => void child.kill(),
  }
}

const PROGRAM = `
const streams = new Set()
let body = null
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const text = JSON.parse(line)
  if (body === null) {
    body = text
    server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port))
  } else for (const stream of streams) stream.write(text)
})
const server = require('node:http').createServer((request, response) => {
  if (request.url === '/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': \\n\\n')
    request.socket.setNoDelay(true)
    streams.add(response)
  } else {
    response.writeHead(200, { 'content-type': process.argv[1] })
    response.end(body)
  }
})
`

/** ms of the whole answer. */
export async function askBare({ url }: BareServer): Promise<number> {
  const start = performance.now()
  await (await fetch(url)).text()
  return performance.now() - start
}
