import type { TraceError } from '../errors.ts'
import type { ExportTotals } from './exporter.ts'

/** What a run did with sessions, before anything is sent. */
export interface SendCounts {
  /** Sessions that were read. */
  sessions: number
  /** Sessions with nothing new since the last time: a look at their size and time. */
  unchanged: number
  /** Bytes of the transcripts that were read. */
  read: number
  /** Turns that something was sent of. */
  turns: number
  /** Turns that have not ended. */
  open: number
  /** Spans that were lined up. */
  spans: number
  /** Spans that the target has already. */
  known: number
  /** Spans that were given up before. */
  givenUp: number
  /** Spans of messages that went out under another trace. */
  copies: number
  /** Turns that settings leave out: by sampling, by project, by time. */
  sampledOut: number
  excluded: number
  tooOld: number
  /** Turns of sessions in which no row has a time. */
  noTime: number
  /** Sessions that could not be read. */
  unreadable: number
}

export interface SendReport extends Readonly<SendCounts>, ExportTotals {
  readonly target: string
  /** Why the run ended before its end; null where it did not. */
  readonly stopped: TraceError | null
}

export function noCounts(): SendCounts {
  return {
    sessions: 0,
    unchanged: 0,
    read: 0,
    turns: 0,
    open: 0,
    spans: 0,
    known: 0,
    givenUp: 0,
    copies: 0,
    sampledOut: 0,
    excluded: 0,
    tooOld: 0,
    noTime: 0,
    unreadable: 0,
  }
}
