import type { Agent, Transcript, TurnPlace } from '@skein/transcript'
import { joinAgents, readPrompt, turnPlaces } from '@skein/transcript'
import { Pricer } from '@skein/view'
import { placeAgents, withChildren } from './agent-places.ts'
import type { SessionTables } from './agent-strand.ts'
import { sortMessages } from './agent-strand.ts'
import { isAside } from './chain.ts'
import { endingOf } from './ending.ts'
import type { Beginning } from './homes.ts'
import { Homes, openingAt, OPENING } from './homes.ts'
import { SpanIds } from './ids.ts'
import { imageReference, imageWords } from './images.ts'
import { MessageOwners } from './message-owners.ts'
import type { Span, TraceFacts } from './span.ts'
import type { Around } from './strand-spans.ts'
import { Tables } from './strand.ts'
import { earliestTime, NO_TIME } from './times.ts'
import type { RowsOf, TracedSession, TracedTurn, TraceOptions } from './turn.ts'
import type { TurnStrand } from './turn-spans.ts'
import { turnSpans } from './turn-spans.ts'
import { turnOutput } from './turn-output.ts'

/**
 * The turns of a session in the order of its transcript, those of every branch and of the compacted past among them.
 *
 * Contract: over all spans of all turns, each message of the session is one generation, so tokens and costs add up to
 * those of `usageByTurn`. Damaged sessions have turns too; nothing throws but the source. Columns are walked once, when
 * the first turn is asked for; bodies are read when a turn's are.
 */
export function* traceTurns(session: TracedSession, options: TraceOptions): Generator<TracedTurn> {
  const main = new Tables(session.main, () =>
    earliestTime(session.agents.map(({ transcript }) => transcript)),
  )
  const places = { session: session.id, origins: options.origins }
  const homes = new Homes(session.main, main.chain, places)
  const agents = placeAgents(joinAgents(session.main, session.agents), session.agents, {
    main: session.main,
    homes,
    times: main.times,
  })
  const owners = new MessageOwners(
    session.main.transcript,
    session.agents.map(({ transcript }) => transcript),
  )
  const messages = sortMessages(main, homes.of, agents.inFile)
  const tables: SessionTables = { main, places: agents, owners, messagesOf: messages.byAgent }
  const pricer = new Pricer(options.prices)
  const strandOf = (home: number): TurnStrand => ({
    tables: main,
    rows: homes.rowsOf(home).filter((row) => !isAside(session.main.transcript, row)),
    messages: messages.byHome.get(home) ?? [],
    agent: null,
    prompt: home === OPENING ? -1 : homes.beginnings[home].row,
    agents: agents.byHome.get(home) ?? [],
  })
  const before = session.before ?? NOTHING_BEFORE
  const placeOf = turnPlaces(session.main.transcript)
  const beginnings: (readonly [number, Beginning])[] = [...homes.beginnings.entries()]
  const opening = openingRow(strandOf(OPENING))
  if (opening !== null) beginnings.unshift([OPENING, openingAt(session.main, opening, places)])
  for (const [i, [home, beginning]] of beginnings.entries()) {
    const isLast = i === beginnings.length - 1
    const endsTranscript = isLast && homes.isEnd(home)
    yield new OneTurn(strandOf(home), {
      beginning,
      place: later(placeOf(home === OPENING ? (opening ?? 0) : beginning.row), before.live),
      order: before.turns + i + 1,
      isLast,
      endsTranscript,
      tables,
      options,
      pricer,
      root: session.orphan ?? A_TURN,
    })
  }
}

const A_TURN = { type: null, description: null }
const NOTHING_BEFORE = { turns: 0, live: 0 }

function later(place: TurnPlace | null, turns: number): TurnPlace | null {
  return place === null ? null : { ...place, turn: place.turn + turns }
}

/** The row that names what stands before the first prompt; null where nothing of it is worth a turn. */
function openingRow({ tables, messages, agents, rows }: TurnStrand): number | null {
  if (messages.length > 0) return tables.transcript.messages.rows(messages[0])[0]
  return agents.length === 0 ? null : (rows[0] ?? 0)
}

interface TurnParts {
  readonly beginning: Beginning
  readonly place: TurnPlace | null
  readonly order: number
  readonly isLast: boolean
  readonly endsTranscript: boolean
  readonly tables: SessionTables
  readonly options: TraceOptions
  readonly pricer: Pricer
  readonly root: Around['root']
}

class OneTurn implements TracedTurn {
  readonly #strand: TurnStrand
  readonly #parts: TurnParts
  #facts: TraceFacts | null = null
  #state: TracedTurn['state'] | null = null
  #agents: readonly Agent[] | null = null
  #waiting = 0

  constructor(strand: TurnStrand, parts: TurnParts) {
    this.#strand = strand
    this.#parts = parts
  }

  get traceId(): string {
    return this.#parts.beginning.traceId
  }

  get promptRow(): number {
    return this.#strand.prompt
  }

  get facts(): TraceFacts {
    this.#facts ??= factsOf(this.#strand, this.#parts)
    return this.#facts
  }

  get state(): TracedTurn['state'] {
    this.#state ??= stateOf(this.#strand, this.#parts)
    return this.#state
  }

  get isTimed(): boolean {
    return this.#strand.tables.times.first !== NO_TIME
  }

  get place(): TurnPlace | null {
    return this.#parts.place
  }

  get order(): number {
    return this.#parts.order
  }

  get startOffset(): number {
    const { prompt, tables } = this.#strand
    return prompt < 0 ? -1 : tables.transcript.scan.columns.offset[prompt]
  }

  get endOffset(): number {
    const { offset, length } = this.#strand.tables.transcript.scan.columns
    let end = 0
    const reach = (rows: Iterable<number>): void => {
      for (const row of rows) end = Math.max(end, offset[row] + length[row])
    }
    reach(this.#strand.rows)
    for (const { transcript, rows } of this.agents) if (transcript === null) reach(rows)
    return end
  }

  get endsTranscript(): boolean {
    return this.#parts.endsTranscript
  }

  get agents(): readonly Agent[] {
    this.#agents ??= withChildren(this.#strand.agents)
    return this.#agents
  }

  get waiting(): number {
    return this.#waiting
  }

  get strands(): readonly RowsOf[] {
    const { places } = this.#parts.tables
    const { transcript, source } = this.#strand.tables
    const own = { transcript, source, rows: this.#strand.rows }
    const below = this.agents.map((agent) => {
      const { transcript: file, source: bytes } = places.readableOf(agent)
      return { transcript: file, source: bytes, rows: agent.transcript === null ? agent.rows : rowsOf(file) }
    })
    return [own, ...below]
  }

  spans(): Span[] {
    const { tables, options, pricer, root } = this.#parts
    const { spans, waiting } = turnSpans(this.#strand, tables, {
      trace: this.facts,
      ids: new SpanIds(this.traceId),
      owners: tables.owners,
      options,
      pricer,
      root,
      closed: this.state === 'closed',
    })
    this.#waiting = waiting
    return spans
  }
}

function rowsOf({ rowCount }: Transcript): Iterable<number> {
  return Array.from({ length: rowCount }).keys()
}

function stateOf(strand: TurnStrand, { isLast, options }: TurnParts): TracedTurn['state'] {
  if (!isLast || options.settled) return 'closed'
  const { state } = endingOf(strand)
  return state === 'open' ? 'open' : state === 'nothing' ? 'unanswered' : 'closed'
}

function factsOf(strand: TurnStrand, { beginning, place }: TurnParts): TraceFacts {
  const { columns, ids } = strand.tables.transcript.scan
  const row = strand.prompt >= 0 ? strand.prompt : (strand.rows[0] ?? -1)
  const text = (column: Int32Array): string | null =>
    row < 0 || column[row] === 0 ? null : ids.text(column[row])
  return {
    traceId: beginning.traceId,
    session: beginning.origin.session,
    place,
    output: turnOutput(strand),
    prompt: promptText(strand),
    project: text(columns.cwd),
    gitBranch: text(columns.gitBranch),
    version: text(columns.version),
  }
}

/** What was typed, with references for images; null without a prompt, and where its row is too large to be read. */
function promptText({ tables, prompt }: TurnStrand): string | null {
  const read = prompt < 0 ? null : readPrompt(tables.transcript, tables.source, prompt)
  if (read === null) return null
  const images = read.images.flatMap(({ value }) => imageReference(value) ?? [])
  return [...(read.typed === '' ? [] : [read.typed]), ...images.map(imageWords)].join('\n')
}
