import { basename } from 'node:path'
import { skeinHome } from '@skein/store'
import type { TracedTurn } from '@skein/trace'
import { NO_ORIGINS, traceTurns } from '@skein/trace'
import { turnCount } from '@skein/transcript'
import type { TurnRange } from '@skein/view'
import { SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile, shownName } from '../file/shown-file.ts'
import { agentFiles } from '../session/agents.ts'
import { fileLines } from '../session/file-lines.ts'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { openSession } from '../session/open-session.ts'
import { priceTable } from '../store/price-table.ts'
import { writeJson } from '../terminal/json.ts'
import type { Screen, ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import type { TurnTrace } from './turn-trace.ts'
import { turnTrace } from './turn-trace.ts'
import { TraceSum } from './trace-sum.ts'
import { waterfall } from './waterfall.ts'

export interface TraceShowOptions extends ScreenOptions, MaskOptions, SessionOptions {
  readonly turn?: TurnRange
  readonly thinking?: true
  readonly json?: true
}

export async function runTraceShow(name: string, options: TraceShowOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    const opened = masked(session, options)
    const screen = openScreen(options, { long: true, wide: true })
    const traced = tracesOf(opened, options)
    if (options.json)
      await writeJson(screen.out, {
        file: shownFile(opened),
        session: shownName(opened, sessionIdOf(opened)),
        turns: traced,
      })
    else await showTraces(opened, traced, screen)
    await screen.out.end()
  } finally {
    session.close()
  }
}

async function showTraces(
  opened: OpenTranscript,
  traced: Iterable<TurnTrace>,
  screen: Screen,
): Promise<void> {
  const { out, style, width } = screen
  await out.lines(fileLines(shownFile(opened), width).map(style.dim))
  const sum = new TraceSum()
  for (const turn of traced) {
    await out.line()
    for (const line of waterfall(turn, screen)) await out.line(line)
    sum.add(turn)
  }
  await out.line()
  await out.lines(sum.lines(width).map(style.bold))
}

/** The turns that are asked for, one at a time. What nobody waits for is shown as it stands. */
function* tracesOf(opened: OpenTranscript, options: TraceShowOptions): Generator<TurnTrace> {
  const prices = priceTable(skeinHome(process.env))
  const traced = traceTurns(
    { id: sessionIdOf(opened), main: opened, agents: agentFiles(opened) },
    { origins: NO_ORIGINS, prices, thinking: options.thinking === true, settled: true },
  )
  const count = turnCount(opened.transcript)
  if (options.turn !== undefined && options.turn.from > count)
    throw new SkeinError('usage', `no turn ${options.turn.from} in ${shownFile(opened)}`, {
      remedy: `it has ${count}`,
    })
  for (const turn of traced)
    if (isAsked(turn, options.turn)) yield turnTrace(turn, (text) => shownName(opened, text))
}

/** Numbers are those of the live path, as everywhere. */
function isAsked({ place }: TracedTurn, range: TurnRange | undefined): boolean {
  if (range === undefined) return true
  return place?.branch === null && place.turn >= range.from && place.turn <= range.to
}

/** As its rows say; the file's name where none does. */
function sessionIdOf({ transcript, file }: OpenTranscript): string {
  const { columns, ids } = transcript.scan
  for (let row = 0; row < columns.count; row++)
    if (columns.sessionId[row] !== 0) return ids.text(columns.sessionId[row])
  return basename(file, '.jsonl')
}
