import { existsSync, rmSync } from 'node:fs'
import { isRunning, openState, type Database, type SkeinHome } from '@skein/store'
import type { Draft, EditKind } from '../draft/draft.ts'
import type { Replacement } from '../operations/compress/replacement.ts'
import type { Stage } from '../publish/stage.ts'
import type { Target } from '../publish/target.ts'
import { EDIT_STATE } from './edit-state.ts'
import { hasContent, type WrittenFile } from './written-file.ts'

/** One edit that was made. */
export interface Edit {
  readonly id: number
  readonly kind: EditKind
  /** Milliseconds since 1970. */
  readonly made: number
  readonly state: 'publishing' | 'done' | 'undone'
  /** The process that made it. */
  readonly pid: number
  readonly from: { readonly session: string; readonly path: string }
  readonly to: { readonly session: string; readonly path: string }
  readonly options: object
  readonly files: readonly WrittenFile[]
}

/**
 * The edits that were made, in Skein's own data: what came from what, by which edit, when, and which files it wrote.
 *
 * An edit is noted before its files get their names, so that one that was killed half-way is found and cleared away.
 */
export class Ledger {
  readonly #db: Database

  static open(home: SkeinHome): Ledger {
    const ledger = new Ledger(openState(home, [EDIT_STATE]))
    ledger.#clearAbandoned()
    return ledger
  }

  /** What was edited, for those who only look; where nothing ever was, there is nothing to open. */
  static editsIn(home: SkeinHome): Edit[] {
    if (!existsSync(home.stateFile)) return []
    const ledger = new Ledger(openState(home, [EDIT_STATE]))
    try {
      return ledger.edits()
    } finally {
      ledger.close()
    }
  }

  private constructor(db: Database) {
    this.#db = db
  }

  close(): void {
    this.#db.close()
  }

  /** Notes an edit that is about to be published, with the texts that it replaces. */
  begin(draft: Draft, target: Target, stage: Stage, options: object): number {
    return this.#db.write(() => {
      const id = this.#note(draft, target, stage, options)
      const insert = this.#db.prepare('INSERT INTO edit_original VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      for (const [n, { uuid, block, part, original, text, engine, fellBack }] of draft.originals.entries())
        insert.run(id, n, uuid, block, part, original, text, engine, fellBack ? 1 : 0)
      return id
    })
  }

  /** The texts that an edit replaced, in the order of the conversation; none once it was undone. */
  originals(id: number): Replacement[] {
    return this.#db
      .prepare('SELECT * FROM edit_original WHERE edit = ? ORDER BY n')
      .all(id)
      .map((row) => ({
        uuid: String(row['row']),
        block: Number(row['block']),
        part: Number(row['part']),
        original: String(row['original']),
        text: String(row['replacement']),
        engine: String(row['engine']),
        fellBack: row['fell_back'] === 1,
      }))
  }

  #note(draft: Draft, target: Target, stage: Stage, options: object): number {
    const files = [...stage.others, stage.transcript].map(({ path, size, sha256 }) => ({
      path,
      size,
      sha256,
    }))
    const row = this.#db
      .prepare(
        `INSERT INTO edit (kind, made, state, pid, source_session, source_path, session, path, options, files)
         VALUES (?, ?, 'publishing', ?, ?, ?, ?, ?, ?, ?)
         RETURNING id`,
      )
      .get(
        draft.kind,
        Date.now(),
        process.pid,
        draft.session.id,
        draft.session.main.path,
        target.sessionId,
        stage.transcript.path,
        JSON.stringify(options),
        JSON.stringify(files),
      )
    return Number(row?.['id'])
  }

  finish(id: number): void {
    this.#setState(id, 'done')
  }

  /** What it replaced is what the original has; nobody needs it twice. */
  markUndone(id: number): void {
    this.#db.write(() => {
      this.#setState(id, 'undone')
      this.#db.prepare('DELETE FROM edit_original WHERE edit = ?').run(id)
    })
  }

  /** All edits, the newest first. */
  edits(): Edit[] {
    return this.#db.prepare('SELECT * FROM edit ORDER BY made DESC, id DESC').all().map(editOf)
  }

  #setState(id: number, state: Edit['state']): void {
    this.#db.prepare('UPDATE edit SET state = ? WHERE id = ?').run(state, id)
  }

  /** A process that died between the first and the last name left files of a session that there is not. */
  #clearAbandoned(): void {
    const rows = this.#db.prepare("SELECT * FROM edit WHERE state = 'publishing'").all()
    for (const row of rows) {
      const pid = Number(row['pid'])
      if (pid === process.pid || isRunning(pid)) continue
      const edit = editOf(row)
      if (existsSync(edit.to.path)) {
        this.finish(edit.id)
        continue
      }
      for (const file of edit.files) if (hasContent(file)) rmSync(file.path, { force: true })
      this.markUndone(edit.id)
    }
  }
}

function editOf(row: Readonly<Record<string, unknown>>): Edit {
  return {
    id: Number(row['id']),
    // Written by `begin` and nobody else.
    kind: String(row['kind']) as EditKind,
    made: Number(row['made']),
    state: String(row['state']) as Edit['state'],
    pid: Number(row['pid']),
    from: { session: String(row['source_session']), path: String(row['source_path']) },
    to: { session: String(row['session']), path: String(row['path']) },
    options: JSON.parse(String(row['options'])) as object,
    files: JSON.parse(String(row['files'])) as WrittenFile[],
  }
}
