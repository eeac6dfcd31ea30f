import { isDeepStrictEqual } from 'node:util'
import { isLarger, OwnUsage, type MessageUse } from '../catalogue/counted-usage.ts'
import { ownerOf, type MessageCopy } from '../catalogue/messages-owner.ts'
import { messageIn } from '../catalogue/message-rows.ts'
import { isSure } from '../catalogue/turn-trail.ts'
import type { Database } from '../../database.ts'
import type { SkeinHome } from '../../home.ts'
import type { ReadJob, ReadPoint } from './delta.ts'
import { fileAt, type FileRow } from './file-table.ts'
import { knownFiles } from './known-files.ts'
import { readFresh, signAgain, type FreshReading } from './fresh-reading.ts'
import { PieceBuffer } from './piece-reader.ts'
import { storedBlocks, StoredSignatures, type StoredBlock } from './stored-signatures.ts'
import { bestTargets } from './summary-targets.ts'
import { uuidHash } from './uuid-hash.ts'
import { uuidsOf } from './uuid-runs.ts'

/** Something in the catalogue that is not what the transcripts say. */
export interface IndexDifference {
  readonly path: string
  readonly what: 'file' | 'facts' | 'messages' | 'owner' | 'summaries' | 'uuids' | 'blocks' | 'signature'
  readonly message: string
}

export interface VerifyOptions {
  readonly onProgress?: (progress: { readonly filesDone: number; readonly filesTotal: number }) => void
}

/**
 * Reads every transcript that the catalogue knows again, as far as it was read, and lists what the catalogue has wrong.
 *
 * Contract: changes nothing. Lines appended since are no difference; a file that was rewritten since is one.
 */
export function verifyIndex(
  home: SkeinHome,
  db: Database,
  { onProgress }: VerifyOptions = {},
): IndexDifference[] {
  const files = knownFiles(db)
  const verifier = new Verifier(home, db)
  for (const [i, { path }] of files.entries()) {
    const file = fileAt(db, path)
    if (file !== undefined) verifier.checkFile(file)
    onProgress?.({ filesDone: i + 1, filesTotal: files.length })
  }
  verifier.checkOwners()
  verifier.checkTargets()
  return verifier.differences
}

class Verifier {
  readonly differences: IndexDifference[] = []
  readonly #home: SkeinHome
  readonly #db: Database
  readonly #buffer = new PieceBuffer()
  readonly #signatures: StoredSignatures

  constructor(home: SkeinHome, db: Database) {
    this.#home = home
    this.#db = db
    this.#signatures = new StoredSignatures(db)
  }

  checkFile(file: FileRow): void {
    const { path, place, point, inode, size, mtime } = file
    const agentFile = this.#db.prepare('SELECT agent FROM file WHERE id = ?').get(file.id)?.['agent'] !== null
    const job: ReadJob = {
      path,
      place,
      agentFile,
      from: null,
      seen: { inode, size, mtime },
      limit: point.offset,
    }
    const fresh = readFresh(this.#home, this.#buffer, job)
    if ('code' in fresh) return this.#note(path, 'file', fresh.message)
    if (!isDeepStrictEqual(ends(fresh.to), ends(point)))
      return this.#note(path, 'file', 'not the file that was read: `skein index` reads it anew')
    this.#checkContent(file, fresh)
    this.#checkBlocks(file, job)
  }

  #checkContent({ id, path, facts, point }: FileRow, fresh: FreshReading): void {
    // Reading was stopped in the middle of a file whose turns only the whole of it tells.
    const told = isSure(point.trail) ? fresh.facts : { ...fresh.facts, turns: facts.turns }
    if (!isDeepStrictEqual(asStored(told), facts) || !isDeepStrictEqual(fresh.to.open, point.open))
      this.#note(path, 'facts', 'its facts are not those of its lines')
    const counted = this.#db.prepare('SELECT * FROM message WHERE file = ?').all(id)
    const rows = new OwnUsage(this.#db).restoredOfFile(counted, id)
    const messages = new Map(rows.map((row) => [String(row['key']), messageIn(row)]))
    if (rows.length !== messages.size || !isDeepStrictEqual(messages, fresh.messages))
      this.#note(path, 'messages', `${rows.length} messages, of ${fresh.messages.size} in it, or others`)
    if (!isDeepStrictEqual(uuidsOf(this.#db, id), fresh.uuids))
      this.#note(path, 'uuids', 'its uuids are not those of its lines')
    const summaries = this.#db
      .prepare('SELECT leaf, text, offset FROM summary WHERE file = ? ORDER BY offset')
      .all(id)
    if (!isDeepStrictEqual(asStored(summaries), asStored(fresh.summaries)))
      this.#note(path, 'summaries', 'its summaries are not those of its lines')
  }

  #checkBlocks({ id, path, point }: FileRow, job: ReadJob): void {
    const blocks = storedBlocks(this.#db, id)
    const gap = gapIn(blocks, point.offset)
    if (gap !== null) return this.#note(path, 'blocks', gap)
    let i = 0
    for (const { bits, ...fresh } of signAgain(this.#home, this.#buffer, { job, blocks })) {
      const block = blocks[i++]
      const { stop, text, time, odd } = block
      if (!isDeepStrictEqual({ stop, text, time, odd }, fresh))
        this.#note(path, 'blocks', `the block at ${block.start} is not that of its lines`)
      const stored = this.#signatures.of(block)
      if (stored === null || bits.some((byte, at) => (byte & ~stored[at]) !== 0))
        this.#note(path, 'signature', `a search would miss text of the block at ${block.start}`)
    }
  }

  /** Each message belongs to one file, whichever was read first, and counts with the usage of its largest copy. */
  checkOwners(): void {
    const own = new OwnUsage(this.#db)
    let copies: Copy[] = []
    const check = (): void => {
      const [first, ...others] = copies
      copies = []
      if (first === undefined) return
      const all = [first, ...others] as const
      const owner = ownerOf(all)
      if (!all.every((copy) => copy.owns === (copy === owner)))
        this.#note(owner.path, 'owner', `the message ${owner.key} belongs to it, and to nobody else`)
      const largest = all.reduce((best, copy) => (isLarger(copy.own, best.own) ? copy : best))
      if (isLarger(largest.own, owner.counted) || isLarger(owner.counted, largest.own))
        this.#note(
          owner.path,
          'messages',
          `the message ${owner.key} counts with other tokens than its largest copy`,
        )
    }
    for (const row of this.#db.prepare(ALL_COPIES).iterate()) {
      if (copies[0]?.key !== row['key']) check()
      copies.push({
        key: String(row['key']),
        owns: row['owner'] === 1,
        forked: row['forked'] === 1,
        time: row['time'] === null ? null : Number(row['time']),
        session: String(row['session']),
        path: String(row['path']),
        counted: messageIn(row),
        own: messageIn(row['lender'] === null ? row : own.restored([row], JSON.stringify([row['key']]))[0]),
      })
    }
    check()
  }

  /** Each summary names the file that has its entry. */
  checkTargets(): void {
    const rows = this.#db.prepare(ALL_SUMMARIES).all()
    const hashes = rows.map(({ leaf }) => uuidHash(String(leaf)))
    const targets = bestTargets(this.#db, new Set(hashes))
    for (const [i, { path, leaf, target }] of rows.entries())
      if ((targets.get(hashes[i]) ?? null) !== target)
        this.#note(String(path), 'summaries', `the summary of ${String(leaf)} names another file`)
  }

  #note(path: string, what: IndexDifference['what'], message: string): void {
    this.differences.push({ path, what, message })
  }
}

interface Copy extends MessageCopy {
  readonly key: string
  readonly owns: boolean
  /** What counts in its row, and what its file says. */
  readonly counted: MessageUse
  readonly own: MessageUse
}

const ALL_COPIES = `
  SELECT message.*, file.path, own_usage.lender FROM message JOIN file ON file.id = message.file
  LEFT JOIN own_usage ON own_usage.key = message.key AND own_usage.file = message.file ORDER BY message.key`

const ALL_SUMMARIES = 'SELECT file.path, leaf, target FROM summary JOIN file ON file.id = summary.file'

function ends({ offset, line, ends }: ReadPoint): unknown {
  return { offset, line, ends: Buffer.from(ends) }
}

/** As it is after a way through JSON. */
function asStored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Blocks stand one behind the other, but for the newline that an unended line got later. */
function gapIn(blocks: readonly StoredBlock[], offset: number): string | null {
  let at = 0
  for (const { start, stop } of blocks) {
    if (start !== at && (start !== at + 1 || at === 0))
      return `no block covers the bytes from ${at} to ${start}`
    at = stop
  }
  return at === offset || (at === offset - 1 && at > 0)
    ? null
    : `no block covers the bytes from ${at} to ${offset}`
}
