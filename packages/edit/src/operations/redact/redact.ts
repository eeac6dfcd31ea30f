import { readFileSync } from 'node:fs'
import { Redactor, type KindCount, type NamedPattern } from '@skein/redact'
import { timed } from '@skein/store'
import { Draft } from '../../draft/draft.ts'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import { EditError } from '../../errors.ts'
import type { EditSession, Sidecar } from '../../source/edit-session.ts'
import { isText, redactBytes } from './redact-file.ts'
import { RowRedactor } from './row-redactor.ts'
import { Tally, type PlaceCount } from './tally.ts'

export interface RedactOptions {
  /** More to find than what the detectors know: see `ownPattern`. */
  readonly patterns?: readonly NamedPattern[]
  /** Leaves the backups of edited files as they are: a rewind of files then gives them back whole. */
  readonly keepFileHistory?: boolean
}

/** A redaction that is decided, and what it found: kinds, places and counts, never the secrets. */
export interface Redaction {
  readonly draft: Draft
  readonly kinds: readonly KindCount[]
  readonly places: readonly PlaceCount[]
  /** A text of the session as it may be told. */
  readonly hide: (text: string) => string
}

/**
 * The session with every detected secret replaced by a placeholder, in every string of every row, in sub-agents,
 * damaged lines and sidecars. The same secret has the same placeholder everywhere.
 *
 * Everything is read twice: what one place gives away (`PASSWORD=…`) is a secret in all places, also in those before it.
 */
export function redactSession(session: EditSession, options: RedactOptions = {}): Redaction {
  const patterns = options.patterns ?? []
  const redactor = new Redactor(patterns.length === 0 ? {} : { patterns })
  const draft = new Draft(session, 'redact')
  const work = new Redacting(draft, redactor, options)
  work.pass(new Tally(), false)
  const tally = new Tally()
  work.pass(tally, true)
  if (draft.isUntouched)
    throw new EditError('nothing-to-do', 'no secret was found in this session', {
      remedy: 'name what else is to be found with --pattern',
    })
  work.tell(tally)
  return { draft, kinds: tally.kinds, places: tally.places, hide: (text) => redactor.redact(text).text }
}

class Redacting {
  readonly #draft: Draft
  readonly #redactor: Redactor
  readonly #sidecars: readonly Sidecar[]
  readonly #isTimed: boolean
  #thinking = 0
  #unread = 0
  #binary = 0

  constructor(draft: Draft, redactor: Redactor, options: RedactOptions) {
    this.#draft = draft
    this.#redactor = redactor
    this.#isTimed = (options.patterns ?? []).length > 0
    this.#sidecars = draft.session.sidecars.filter(
      ({ place }) => options.keepFileHistory !== true || place !== 'file-history',
    )
  }

  /** Reads everything once; `writes` puts what was found into the draft. */
  pass(tally: Tally, writes: boolean): void {
    this.#thinking = 0
    this.#unread = 0
    this.#binary = 0
    for (const transcript of this.#draft.transcripts) {
      this.#rows(transcript, tally, writes)
      this.#between(transcript, tally, writes)
    }
    for (const sidecar of this.#sidecars) this.#sidecar(sidecar, tally, writes)
  }

  tell(tally: Tally): void {
    for (const { kind, count } of tally.kinds) this.#draft.step(`${kind} replaced`, count)
    this.#draft.step('blocks of thinking with a secret dropped', this.#thinking)
    if (this.#unread > 0)
      this.#draft.warn(
        'unread',
        `${this.#unread === 1 ? 'One entry is' : `${this.#unread} entries are`} too damaged to be read and left out.`,
      )
    if (this.#binary > 0)
      this.#draft.warn(
        'binary',
        `${this.#binary === 1 ? 'One file of the session is' : `${this.#binary} files of the session are`} no text and copied as they are.`,
      )
  }

  #rows(target: TranscriptDraft, tally: Tally, writes: boolean): void {
    const rows = new RowRedactor(this.#redactor, target.from.transcript)
    for (let from = 0; from < target.rowCount; from += AT_ONCE) {
      const slice = Array.from({ length: Math.min(AT_ONCE, target.rowCount - from) }, (_, i) => from + i)
      const values = target.originals(slice)
      const redacted = this.#inTime(() =>
        [...values].map(([row, value]) => ({ row, ...rows.redact(value, tally) })),
      )
      this.#unread += slice.length - values.size
      for (const { thinking } of redacted) this.#thinking += thinking
      if (!writes) continue
      for (const row of slice) if (!values.has(row)) target.drop(row)
      for (const { row, value, thinking } of redacted) {
        if (value === null) continue
        if (thinking > 0 && isEmptied(value)) target.drop(row)
        else target.change(row, value)
      }
    }
  }

  /** Damaged lines: what stands between rows. */
  #between(target: TranscriptDraft, tally: Tally, writes: boolean): void {
    if (writes && target.betweenRows !== null) return
    const { transcript, length, source } = target.from
    const { columns } = transcript.scan
    let done = 0
    for (let row = 0; row <= columns.count; row++) {
      const start = row < columns.count ? columns.offset[row] : length
      if (start - done > LINE_END) {
        const [bytes] = source.read([{ offset: done, length: start - done }])
        const { bytes: changed, findings } = this.#inTime(() => redactBytes(this.#redactor, bytes, false))
        tally.add('damaged line', findings)
        if (writes && changed !== null)
          target.betweenRows = (gap) => redactBytes(this.#redactor, gap, false).bytes ?? gap
      }
      if (row < columns.count) done = start + columns.length[row]
    }
  }

  #sidecar(sidecar: Sidecar, tally: Tally, writes: boolean): void {
    const bytes = read(sidecar)
    if (!isText(bytes)) {
      this.#binary++
      return
    }
    const isJson = /\.jsonl?$/.test(sidecar.name)
    const { bytes: changed, findings } = this.#inTime(() => redactBytes(this.#redactor, bytes, isJson))
    tally.add(PLACES[sidecar.place], findings)
    if (writes && changed !== null) this.#draft.changeSidecar(sidecar, changed)
  }

  /** A user's own pattern may be slow; the detectors are not. */
  #inTime<T>(work: () => T): T {
    if (!this.#isTimed) return work()
    const done = timed(work, PATTERN_MS)
    if (done !== 'too-slow') return done.value
    throw new EditError('option', 'a pattern takes too long on this session', {
      remedy: 'make it simpler: repetitions of `.` and of wide classes are what costs',
    })
  }
}

const AT_ONCE = 256
/** A newline and a carriage return hold no secret. */
const LINE_END = 2
const PATTERN_MS = 20_000

const PLACES: Readonly<Record<Sidecar['place'], string>> = {
  session: 'file of the session',
  'file-history': 'backup of an edited file',
  tasks: 'task list',
  todos: 'to-do list',
}

function read({ path }: Sidecar): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new EditError('unreadable', `cannot read ${path}`, {
      remedy: 'check that you may read it',
      cause: error,
    })
  }
}

/** Whether a message lost all its content. */
function isEmptied(value: { readonly [key: string]: unknown }): boolean {
  const { message } = value
  if (typeof message !== 'object' || message === null || !('content' in message)) return false
  return Array.isArray(message.content) && message.content.length === 0
}
