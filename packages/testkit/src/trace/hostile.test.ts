import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { SKEIN } from '../store/small-disk.ts'
import { freshFolder } from '../store/written-sessions.ts'
import { Rotel, rotelBinary, Station, until } from './receivers.ts'

const binary = rotelBinary() ?? ''
const isSkipped = skipUnlessAvailable('Rotel for this machine', binary !== '')
const name = isSkipped ? 'a hostile history (skipped: no Rotel for this machine)' : 'a hostile history'

const SESSION = '11111111-1111-4111-8111-111111111111'
const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const ESCAPES = '\u001b[2J\u001b]0;x\u0007'
/** 2026-01-01, in seconds: nobody writes to it any more. */
const LONG_AGO = 1_767_225_600

function row(uuid: string, parentUuid: string | null, second: number, rest: object): string {
  const common = { sessionId: SESSION, cwd: `/home/${TOKEN}`, version: '2.1.0', gitBranch: `b-${TOKEN}` }
  return JSON.stringify({
    uuid,
    parentUuid,
    timestamp: `2026-01-01T00:00:0${second}.000Z`,
    ...common,
    ...rest,
  })
}

const user = (content: unknown): object => ({ type: 'user', message: { role: 'user', content } })
const assistant = (id: string, content: object[], usage: object): object => ({
  type: 'assistant',
  message: { id, role: 'assistant', model: 'claude-opus-4-6', content, usage },
})
const text = (said: string): object => ({ type: 'text', text: said })
const NORMAL = { input_tokens: 10, output_tokens: 5 }

/** Two turns: what a person, a tool or a damaged disk may have put into any of their fields. */
const ROWS = [
  row('u1', null, 0, user(`${ESCAPES}<script>alert(1)</script> ${TOKEN} \ud800`)),
  row(
    'a1',
    'u1',
    1,
    assistant(
      'm1',
      [
        text(`said ${TOKEN}`),
        { type: 'tool_use', id: 'c1', name: `${ESCAPES}${'N'.repeat(1_000_000)}`, input: { [TOKEN]: TOKEN } },
      ],
      {
        input_tokens: 1.5,
        output_tokens: 1e300,
        cache_read_input_tokens: -7,
        cache_creation_input_tokens: 'x',
      },
    ),
  ),
  row('r1', 'a1', 2, user([{ type: 'tool_result', tool_use_id: 'c1', content: TOKEN, is_error: true }])),
  row('a2', 'r1', 3, assistant('m2', [text(`done ${TOKEN}`)], NORMAL)),
  `{"type":"user","message":{"content":"${TOKEN}`,
  '\0'.repeat(5000),
  row('u2', 'a2', 4, user('next')) + row('a3', 'u2', 5, assistant('m3', [text('ok')], NORMAL)),
]

describe.skipIf(isSkipped)(name, () => {
  const folder = freshFolder('hostile-trace')
  let station: Station
  let rotel: Rotel

  beforeAll(async () => {
    station = await Station.start()
    rotel = await Rotel.start(binary, station)
  })
  afterAll(async () => {
    await rotel.kill()
    await station.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('arrives whole at a collector that is strict, and without its secrets', async () => {
    const project = join(folder, 'root', 'projects', 'p')
    const file = join(project, `${SESSION}.jsonl`)
    mkdirSync(project, { recursive: true })
    writeFileSync(file, `${ROWS.join('\n')}\n`)
    utimesSync(file, LONG_AGO, LONG_AGO)
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [SKEIN, 'trace', 'send', '--all'],
      {
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          CLAUDE_CONFIG_DIR: join(folder, 'root'),
          SKEIN_HOME: join(folder, 'skein'),
          OTEL_EXPORTER_OTLP_ENDPOINT: rotel.url,
        },
      },
    )
    expect(stdout).toMatch(/^otlp: 6 spans of 2 turns sent, /)
    expect(stderr).toBe('')
    await until(() => station.spans.length >= 6)
    const counts = station.spans.map(({ attributes }) => attributes['gen_ai.usage.output_tokens'])
    expect(counts).toContainEqual({ type: 'intValue', value: '9007199254740991' })
    const all = JSON.stringify(station.spans)
    expect(all).not.toContain('a1B2c3D4e5F6')
    expect(all).toContain('[redacted:github-token:')
    expect(Math.max(...station.spans.map((span) => span.name.length))).toBeLessThan(21_000)
  })
})
