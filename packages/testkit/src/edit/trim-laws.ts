import {
  blocksIn,
  BLOCK,
  estimateTokens,
  isKnownType,
  KIND,
  readRows,
  resumeRequest,
  resumeView,
  type ResumeView,
  type Transcript,
} from '@skein/transcript'
import {
  EditError,
  faultsOf,
  renderInMemory,
  trimSession,
  type EditSession,
  type TrimOptions,
} from '@skein/edit'

const COPY = 'c0b1e500-0000-4000-8000-000000000002'

/**
 * What holds for every trim of every session; a sentence for each law that is broken. Null where there
 * is nothing to trim, or the target is out of reach.
 */
export function brokenLaws(session: EditSession, options: TrimOptions): string[] | null {
  const draft = attempt(session, options)
  if (typeof draft === 'string') return null
  const trimmed = renderInMemory(draft, COPY)
  const [before, after] = [pictureOf(session), pictureOf(trimmed)]
  const saved = draft.steps.reduce((sum, { tokens }) => sum + tokens, 0)
  const { targetTokens } = options
  const laws: [string, boolean][] = [
    // Every step rounds for itself.
    [
      'steps add up to what was saved',
      Math.abs(before.tokens - after.tokens - saved) <= draft.steps.length + 1,
    ],
    ['the target is reached', targetTokens === undefined || after.tokens <= targetTokens],
    ['the same trim again changes nothing', attempt(trimmed, options) === 'nothing-to-do'],
    ['what was said stays', same(before.said, after.said)],
    [
      'no call loses its result, no result its call',
      [...after.unpaired].every((id) => before.unpaired.has(id)),
    ],
    ['there are no more faults', moreFaults(before, after).length === 0],
    ['rows of unknown types stay', before.unknownRows === after.unknownRows],
    ...VERSIONS.map((version, i): [string, boolean] => [
      `${version} misses no more results`,
      after.missingResults[i] <= before.missingResults[i],
    ]),
  ]
  return laws.filter(([, holds]) => !holds).map(([law]) => law)
}

const VERSIONS = ['2.1.325', '2.0.76']

/** All that the laws look at in a session. */
interface Picture {
  readonly tokens: number
  readonly said: readonly string[]
  readonly unpaired: ReadonlySet<string>
  readonly faults: ReturnType<typeof faultsOf>
  /** A resume goes on from the end of the live path, or from nowhere. */
  readonly resumesAtTip: boolean
  readonly unknownRows: number
  /** By version. */
  readonly missingResults: readonly number[]
}

/** A session is trimmed in many ways, and is the same before each. */
const pictures = new WeakMap<EditSession, Picture>()

function pictureOf(session: EditSession): Picture {
  const known = pictures.get(session)
  if (known !== undefined) return known
  const { main } = session
  const view = resumeView(main.transcript, main.source)
  const picture = {
    tokens: estimateTokens(main.transcript, main.source),
    said: said(session, view),
    unpaired: unpaired(session),
    faults: faultsOf(main),
    resumesAtTip: view.kind !== 'conversation' || view.tip === main.transcript.path.tip,
    unknownRows: unknownRows(session),
    missingResults: VERSIONS.map((version) => missingResults(session, version)),
  }
  pictures.set(session, picture)
  return picture
}

function attempt(session: EditSession, options: TrimOptions): ReturnType<typeof trimSession> | string {
  try {
    return trimSession(session, options)
  } catch (error) {
    if (error instanceof EditError) return error.code
    throw error
  }
}

/**
 * Kinds of faults that an edit would be refused for. Some are looked for on the live path only, which in damaged files may
 * be another one than a resume takes; the copy names the resume's, so there the two cannot be compared.
 */
function moreFaults(before: Picture, after: Picture): string[] {
  if (!before.resumesAtTip) return []
  return [...after.faults].flatMap(([fault, count]) =>
    count > (before.faults.get(fault) ?? 0) ? [fault] : [],
  )
}

/** The texts of prompts and answers, in the order they are sent. */
function said({ main }: EditSession, view: ResumeView): string[] {
  if (view.kind !== 'conversation') return []
  const entries = readRows(main.transcript.scan, main.source, view.rows)
  return view.rows.flatMap((row) => {
    const entry = entries.get(row)
    if (entry?.kind !== 'user' && entry?.kind !== 'assistant') return []
    return entry.content.blocks.flatMap((block) =>
      block.kind === 'text' && !block.text.startsWith('[skein trim: ') ? [block.text] : [],
    )
  })
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}

/** Ids of calls without result and results without call, over the whole file. */
function unpaired({ main }: EditSession): Set<string> {
  const { scan } = main.transcript
  const sides = { [BLOCK.toolUse]: new Set<string>(), [BLOCK.toolResult]: new Set<string>() }
  for (let row = 0; row < main.transcript.rowCount; row++)
    for (const block of blocksIn(scan, row)) {
      const kind = scan.blocks.kind[block]
      if (kind === BLOCK.toolUse || kind === BLOCK.toolResult)
        sides[kind].add(scan.ids.text(scan.blocks.toolId[block]))
    }
  const uses = sides[BLOCK.toolUse]
  const results = sides[BLOCK.toolResult]
  return new Set([
    ...[...uses].filter((id) => !results.has(id)),
    ...[...results].filter((id) => !uses.has(id)),
  ])
}

function unknownRows({ main }: EditSession): number {
  const { columns, ids } = main.transcript.scan
  const isUnknown = (row: number): boolean =>
    columns.kind[row] === KIND.other && !isKnownType(ids.text(columns.type[row]))
  return rowsOf(main.transcript).filter(isUnknown).length
}

function rowsOf({ rowCount }: Transcript): number[] {
  return Array.from({ length: rowCount }, (_, row) => row)
}

/** How often a version has to tell the model that a result is missing. */
function missingResults({ main }: EditSession, version: string): number {
  const request = resumeRequest(main.transcript, main.source, { version })
  if (request.kind !== 'sent') return 0
  return JSON.stringify(request.messages).split('[Tool result missing due to internal error]').length - 1
}
