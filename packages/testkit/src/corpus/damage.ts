import type { DamageKind, RowRecord } from './records.ts'
import type { PendingLine, Writer } from './writer.ts'

/** Which damage, and how often: `rate` is the share of lines that get some. */
export interface DamagePlan {
  readonly rate: number
  readonly kinds: readonly DamageKind[]
}

export const DAMAGE_KINDS: readonly DamageKind[] = [
  'torn',
  'glued',
  'nul-hole',
  'nul-line',
  'bom',
  'crlf',
  'invalid-utf8',
  'duplicate',
  'missing-parent',
  'cycle',
  'no-final-newline',
  'torn-tail',
]

/** Writes the window out with damage, and says in the writer's records what was damaged and how. */
export function applyDamage(job: DamageJob): void {
  const { window, plan, writer } = job
  for (let i = 0; i < window.length; i++) {
    // Two kinds on one physical line would blur what a reader can still find there.
    if (writer.damage.at(-1)?.kind === 'glued' && writer.damage.at(-1)?.line === writer.lines + 1) {
      whole(job, i)
      continue
    }
    const last = job.end && i === window.length - 1
    const chosen = writer.random.chance(plan.rate) ? writer.random.pick(plan.kinds) : undefined
    // Whether the file ends badly is decided once a file, not once a line.
    const tail = last ? TAIL_KINDS.filter((kind) => plan.kinds.includes(kind)) : []
    const kind = tail.length > 0 && writer.random.chance(TAIL_CHANCE) ? writer.random.pick(tail) : chosen
    if (kind === undefined || !damageLine(job, i, kind)) whole(job, i)
  }
}

interface DamageJob {
  readonly window: readonly PendingLine[]
  readonly plan: DamagePlan
  readonly end: boolean
  readonly writer: Writer
}

const TAIL_KINDS: readonly DamageKind[] = ['no-final-newline', 'torn-tail']
const TAIL_CHANCE = 0.3

function whole({ window, writer }: DamageJob, i: number): void {
  writer.settle(window[i])
  writer.lines++
  writer.emit(window[i].line + '\n')
}

/** False where this kind does not fit this line; the line is then written whole. */
function damageLine(job: DamageJob, i: number, kind: DamageKind): boolean {
  const { window, writer } = job
  const { random } = writer
  const { line, record } = window[i]
  const last = i === window.length - 1
  switch (kind) {
    case 'torn':
      if (last && job.end) return false
      note(writer, kind, window[i], true)
      writer.emit(cut(line, random.float()) + '\n')
      break
    case 'torn-tail':
      if (!last || !job.end) return false
      note(writer, kind, window[i], true)
      writer.emit(cut(line, random.float()))
      break
    case 'no-final-newline':
      if (!last || !job.end) return false
      note(writer, kind, window[i], false)
      writer.emit(line)
      break
    case 'glued':
      // The next line follows on the same physical line, so the count of lines goes up only once.
      if (last) return false
      note(writer, kind, window[i], false)
      if (record) record.doubtful = true
      const next = window[i + 1].record
      if (next) next.doubtful = true
      writer.lines--
      writer.emit(line)
      break
    case 'nul-hole': {
      note(writer, kind, window[i], true)
      const bytes = Buffer.from(line + '\n')
      const from = Math.floor(bytes.length * 0.4)
      bytes.fill(0, from, Math.min(bytes.length - 1, from + random.int(1, 64)))
      writer.emitRaw(bytes)
      break
    }
    case 'nul-line':
      writer.damage.push({ line: writer.lines + 1, kind, uuids: [], lost: false })
      writer.lines++
      writer.emitRaw(Buffer.from('\0'.repeat(random.int(1, 200)) + '\n'))
      writer.settle(window[i])
      writer.emit(line + '\n')
      break
    case 'bom':
      note(writer, kind, window[i], false)
      if (record && writer.lines > 0) record.doubtful = true
      writer.emit('\uFEFF' + line + '\n')
      break
    case 'crlf':
      note(writer, kind, window[i], false)
      writer.emit(line + '\r\n')
      break
    case 'invalid-utf8': {
      const at = badByteAt(line, record)
      if (at < 0) return false
      note(writer, kind, window[i], false)
      writer.emitRaw(
        Buffer.concat([
          Buffer.from(line.slice(0, at)),
          Buffer.from([0xff, 0xc3, 0x28]),
          Buffer.from(line.slice(at) + '\n'),
        ]),
      )
      break
    }
    case 'duplicate':
      note(writer, kind, window[i], false)
      writer.lines++
      writer.emit(`${line}\n${line}\n`)
      break
    case 'missing-parent':
    case 'cycle': {
      const parent = kind === 'cycle' ? descendantIn(window, i) : random.uuid()
      if (!record || record.parent === null || parent === undefined) return false
      window[i].line = line.replace(`"parentUuid":"${record.parent}"`, `"parentUuid":"${parent}"`)
      record.parent = parent
      note(writer, kind, window[i], false)
      writer.emit(window[i].line + '\n')
      break
    }
  }
  writer.lines++
  return true
}

function note(writer: Writer, kind: DamageKind, pending: PendingLine, lost: boolean): void {
  writer.settle(pending, lost)
  writer.damage.push({
    line: writer.lines + 1,
    kind,
    uuids: pending.record ? [pending.record.uuid] : [],
    lost,
  })
}

/** Keeps at least the opening brace and never the closing one. */
function cut(line: string, at: number): string {
  const end = Math.max(1, Math.floor((line.length - 1) * at))
  const code = line.charCodeAt(end - 1)
  return line.slice(0, code >= 0xd800 && code < 0xdc00 ? end - 1 : end)
}

/** Inside a text that no truth quotes: a tool's result or the assistant's words. */
function badByteAt(line: string, record: RowRecord | undefined): number {
  const key = record?.type === 'assistant' ? '"text":"' : record?.result ? '"stdout":"' : undefined
  if (!key) return -1
  const at = line.indexOf(key)
  return at < 0 ? -1 : at + key.length
}

/** The last row of the window that descends from row `i`. */
function descendantIn(window: readonly PendingLine[], i: number): string | undefined {
  const start = window[i].record
  if (!start) return undefined
  let reached = start.uuid
  for (let j = i + 1; j < window.length; j++) {
    const record = window[j].record
    if (record?.parent === reached) reached = record.uuid
  }
  return reached
}
