import { compressSession, sessionInMemory, type EditSession } from '@skein/edit'
import { ChainWriter, Transcript, type NewRow } from '@skein/transcript'
import { Random } from '../../corpus/prng.ts'
import { prose, terminal } from '../../corpus/text-pool.ts'
import { median, type Figure } from '../figures.ts'

/** The offline engine on a session and on one with several times as much text in its context. */
export async function benchCompress(rounds: number, onFigure: (figure: Figure) => void): Promise<void> {
  const [small, large] = [SMALL, SMALL * FACTOR].map(sessionOf)
  const times: [number[], number[]] = [[], []]
  const texts = [0, 0]
  for (let round = 0; round <= rounds; round++)
    for (const [i, session] of [small, large].entries()) {
      const before = process.cpuUsage()
      const { originals } = await compressSession(session, { bands: [{ from: 0, to: 100, share: 35 }] })
      const { user, system } = process.cpuUsage(before)
      texts[i] = originals.reduce((sum, { original }) => sum + original.length, 0)
      // The first round warms the code.
      if (round > 0) times[i].push((user + system) / 1e6)
    }
  const [one, four] = times.map(median)
  onFigure({
    name: 'compress-growth',
    value: four / one / (texts[1] / texts[0]),
    unit: 'x',
    bar: { atMost: 1.5 },
    note: `${texts[1]} characters of text against ${texts[0]}, time by text: linear is 1`,
  })
  onFigure({ name: 'seconds: compress, small', value: one, unit: 's' })
  onFigure({ name: 'seconds: compress, large', value: four, unit: 's' })
}

const SMALL = 500
const FACTOR = 4

/** Turns of a prompt, a call with its result and an answer; nothing of it was compacted. */
function sessionOf(turns: number): EditSession {
  const random = new Random('compress')
  let made = 0
  const head = { sessionId: ID, cwd: '/srv/app', version: '2.1.325', gitBranch: 'main' }
  const seams = { now: () => 1_770_000_000_000, newUuid: () => uuidOf(++made) }
  const writer = new ChainWriter(new Transcript(), head, seams)
  const usage = { input_tokens: 1, output_tokens: 1 }
  const lines: Uint8Array[] = []
  const put = (row: NewRow): void => void lines.push(writer.propose(row).bytes)
  for (let turn = 0; turn < turns; turn++) {
    const model = 'claude-opus-4-5'
    const call = { type: 'tool_use', id: `toolu_${turn}`, name: 'Bash', input: { command: 'ls' } }
    const text = { type: 'text', text: prose(random, 3000) }
    put({ kind: 'user', content: prose(random, 200) })
    put({ kind: 'assistant', message: { id: `msg_${turn}a`, model, content: [call], usage } })
    put({ kind: 'result', toolUseId: call.id, content: terminal(random, 6000) })
    put({ kind: 'assistant', message: { id: `msg_${turn}b`, model, content: [text], usage } })
  }
  return sessionInMemory({ id: ID, main: Buffer.concat(lines) })
}

const ID = '5e551017-0000-4000-8000-000000000001'

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
