import { isAbsolute, resolve } from 'node:path'
import { BLOCK, readBlocks, type JsonObject } from '@skein/transcript'
import type { Draft } from '../../draft/draft.ts'
import type { SourceTranscript } from '../../source/edit-session.ts'
import type { Call } from './call.ts'
import { fileTouchOf } from './call-facts.ts'
import type { Decisions } from './decisions.ts'
import type { LiveRows } from './live-rows.ts'
import { isObject } from './result-text.ts'
import { valuesOfType } from './side-rows.ts'

/** Drops all snapshots of files and the backups they name. */
export function dropSnapshots(draft: Draft, live: LiveRows): number {
  let count = 0
  for (const row of valuesOfType(draft.main, SNAPSHOTS).keys()) {
    if (live.fixed[row] === 1) continue
    draft.main.drop(row)
    count++
  }
  for (const sidecar of draft.session.sidecars)
    if (sidecar.place === 'file-history') draft.changeSidecar(sidecar, null)
  return count
}

/**
 * Takes files out of the snapshots whose every edit was removed, and their backups with them: a rewind
 * of the new session would undo changes that it knows nothing of. Says how many rows that concerned.
 */
export function settleSnapshots(draft: Draft, decisions: Decisions): number {
  const gone = filesWithoutEdits(draft, decisions)
  if (gone.size === 0) return 0
  const isGone = (path: string): boolean => gone.has(absolute(path, draft.session.cwd))
  const kept = new Set<string>()
  const lost = new Set<string>()
  let count = 0
  for (const [row, value] of valuesOfType(draft.main, SNAPSHOTS)) {
    const left = withoutFiles(value, isGone)
    for (const name of backupsIn(value)) lost.add(name)
    if (left !== null) for (const name of backupsIn(left)) kept.add(name)
    if (left === value || (left === null && decisions.survey.live.fixed[row] === 1)) continue
    count++
    if (left === null) draft.main.drop(row)
    else draft.main.change(row, left)
  }
  for (const sidecar of draft.session.sidecars)
    if (sidecar.place === 'file-history' && lost.has(sidecar.name) && !kept.has(sidecar.name))
      draft.changeSidecar(sidecar, null)
  return count
}

/** How many snapshots name an entry that is not in the session. */
export function strayTargets({ main }: Draft): number {
  const { scan, graph } = main.from.transcript
  let count = 0
  for (const row of valuesOfType(main, SNAPSHOTS).keys()) {
    const target = scan.columns.target[row]
    if (target !== 0 && graph.rowOf(target) < 0) count++
  }
  return count
}

const SNAPSHOTS: ReadonlySet<string> = new Set(['file-history-snapshot', 'file-history-delta'])

function filesWithoutEdits(draft: Draft, decisions: Decisions): Set<string> {
  const { calls, removeLevel, live } = decisions.survey
  const { cwd } = draft.session
  const gone = new Set<string>()
  const isEdit = ({ file }: Call): boolean => file !== null && file.kind !== 'read'
  for (const call of calls.values())
    if (isEdit(call) && !call.failed && decisions.levelOf(call) === removeLevel)
      gone.add(absolute(call.file?.path ?? '', cwd))
  if (gone.size === 0) return gone
  for (const call of calls.values())
    if (isEdit(call) && decisions.levelOf(call) < removeLevel)
      gone.delete(absolute(call.file?.path ?? '', cwd))
  for (const path of editedFiles(draft.main.from, (row) => !live.has(row))) gone.delete(absolute(path, cwd))
  for (const agent of draft.session.agents)
    for (const path of editedFiles(agent, () => true)) gone.delete(absolute(path, cwd))
  return gone
}

/** The files that calls in some rows of a transcript edit. */
function editedFiles({ transcript, source }: SourceTranscript, where: (row: number) => boolean): string[] {
  const { blocks, ids } = transcript.scan
  const uses = transcript.tools.uses.filter(
    (use) =>
      blocks.kind[use] === BLOCK.toolUse && where(blocks.row[use]) && EDITS.has(ids.text(blocks.name[use])),
  )
  const paths: string[] = []
  for (let start = 0; start < uses.length; start += SLICE)
    for (const block of readBlocks(transcript.scan, source, uses.slice(start, start + SLICE)).values()) {
      const file = block.kind === 'tool_use' ? fileTouchOf(block.name, block.input) : null
      if (file !== null) paths.push(file.path)
    }
  return paths
}

const EDITS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])
const SLICE = 256

/** A snapshot row without some files; null where nothing is left of it, the row itself where it has none of them. */
function withoutFiles(value: JsonObject, isGone: (path: string) => boolean): JsonObject | null {
  if (typeof value.trackingPath === 'string') return isGone(value.trackingPath) ? null : value
  const { snapshot } = value
  if (!isObject(snapshot) || !isObject(snapshot.trackedFileBackups)) return value
  const files = Object.entries(snapshot.trackedFileBackups)
  const kept = files.filter(([path]) => !isGone(path))
  if (kept.length === files.length) return value
  // An update that updates nothing is none; the snapshot of a prompt may be empty.
  if (kept.length === 0 && value.isSnapshotUpdate === true) return null
  return { ...value, snapshot: { ...snapshot, trackedFileBackups: Object.fromEntries(kept) } }
}

function backupsIn(value: JsonObject): string[] {
  const { snapshot, backup } = value
  const tracked =
    isObject(snapshot) && isObject(snapshot.trackedFileBackups) ? snapshot.trackedFileBackups : {}
  return [...Object.values(tracked), backup].flatMap((item) =>
    isObject(item) && typeof item.backupFileName === 'string' ? [item.backupFileName] : [],
  )
}

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) || cwd === '' ? path : resolve(cwd, path)
}
