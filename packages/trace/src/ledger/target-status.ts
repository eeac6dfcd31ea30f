import type { Database } from '@skein/store'

/** How things stand with a target. */
export interface TargetStatus {
  readonly name: string
  /** Its address, without anything secret. */
  readonly place: string
  readonly acknowledged: number
  /** Lined up once and not acknowledged. */
  readonly pending: number
  /** Those of them that may have been taken: no answer came. */
  readonly unknown: number
  /** The target refused them for good. */
  readonly failed: number
  /** How often a span was sent again that may have been taken before: as many duplicates there can be. */
  readonly resent: number
  /** Spans that the target took and said it did not keep. */
  readonly rejected: number
  readonly openTurns: number
  readonly transcripts: number
  /** ms */
  readonly lastSent: number | null
  readonly lastError: { readonly line: string; readonly time: number } | null
}

export function targetStatuses(db: Database): TargetStatus[] {
  return db.read(() =>
    db
      .prepare(STATUS)
      .all()
      .map((row) => ({
        name: String(row['name']),
        place: String(row['place']),
        acknowledged: Number(row['acknowledged']),
        pending: Number(row['waiting'] ?? 0) + Number(row['unknown'] ?? 0),
        unknown: Number(row['unknown'] ?? 0),
        failed: Number(row['failed'] ?? 0),
        resent: Number(row['resent']),
        rejected: Number(row['rejected']),
        openTurns: Number(row['open_turns'] ?? 0),
        transcripts: Number(row['transcripts']),
        lastSent: row['last_sent'] === null ? null : Number(row['last_sent']),
        lastError:
          row['last_error'] === null
            ? null
            : { line: String(row['last_error']), time: Number(row['last_error_at']) },
      })),
  )
}

/** The states of target-ledger.ts: 0 waiting, 1 sent, 2 failed. */
const STATUS = `
  SELECT t.*,
    (SELECT count(*) FROM trace_pending WHERE target = t.id AND state = 0) AS waiting,
    (SELECT count(*) FROM trace_pending WHERE target = t.id AND state = 1) AS unknown,
    (SELECT count(*) FROM trace_pending WHERE target = t.id AND state = 2) AS failed,
    (SELECT sum(length(open)) / 16 FROM trace_transcript WHERE target = t.id) AS open_turns,
    (SELECT count(*) FROM trace_transcript WHERE target = t.id) AS transcripts
  FROM trace_target t ORDER BY t.name`
