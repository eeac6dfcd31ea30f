import { Redactor, shownValue } from '@skein/redact'
import type { Readable } from '@skein/transcript'
import { MOST_PATCH_LINES, sessionFiles, type FilesOptions, type Hunk, type JoinedAgents } from '@skein/view'
import { MOST_PAGE, type ChangedFile, type SessionFiles } from '../api/api.ts'

/** What a session changed, bounded and masked. Turns count from 0, as in views. */
export function shownFiles(main: Readable, agents: JoinedAgents, options: FilesOptions = {}): SessionFiles {
  const { files, commits, pullRequests } = sessionFiles(main, agents, options)
  const secrets = new Redactor()
  const budget = { left: MOST_PAGE / 2 }
  const shown = files.slice(0, MOST_FILES).map((file): ChangedFile => {
    const { hunks, cut } = boundedHunks(file.hunks, budget, secrets)
    const { kind, created, added, removed, changedElsewhere, path, edits, turns, agents: by } = file
    return {
      kind,
      created,
      added,
      removed,
      hunks,
      changedElsewhere,
      path: shownValue(path.slice(0, MOST_SIGNS), secrets),
      edits,
      turns: turns.slice(0, MOST_NAMED).map((turn) => turn - 1),
      agents: by.slice(0, MOST_NAMED),
      cut,
    }
  })
  return {
    files: shown,
    commits: shownValue(
      commits.slice(0, MOST_NAMED).map(({ sha, subject, turn }) => ({
        hash: sha,
        message: (subject ?? '').slice(0, MOST_SIGNS),
        turn: turn === null ? -1 : turn - 1,
      })),
      secrets,
    ),
    pullRequests: shownValue(
      pullRequests
        .filter(({ url }) => url.startsWith('https://'))
        .slice(0, MOST_NAMED)
        .map(({ url }) => url.slice(0, MOST_SIGNS)),
      secrets,
    ),
    omitted: files.length - shown.length,
  }
}

const MOST_FILES = 300
const MOST_NAMED = 100
const MOST_SIGNS = 500
/** Signs of a line of a difference. */
const MOST_LINE = 2000

/** Whole hunks are masked before anything of them is cut: a key has many lines. */
function boundedHunks(
  hunks: readonly Hunk[],
  budget: { left: number },
  secrets: Redactor,
): { readonly hunks: Hunk[]; readonly cut: boolean } {
  const shown: Hunk[] = []
  let lines = 0
  for (const hunk of hunks) {
    if (lines >= MOST_PATCH_LINES || budget.left <= 0) return { hunks: shown, cut: true }
    const masked = secrets.redact(hunk.lines.join('\n')).text.split('\n')
    const room = masked.slice(0, MOST_PATCH_LINES - lines)
    const kept: string[] = []
    let isShort = false
    for (const line of room) {
      if (budget.left <= 0) break
      const part = line.slice(0, MOST_LINE)
      isShort ||= part.length < line.length
      budget.left -= part.length + LINE_BYTES
      kept.push(part)
    }
    lines += kept.length
    const { oldStart, oldLines, newStart, newLines } = hunk
    shown.push({ oldStart, oldLines, newStart, newLines, lines: kept })
    if (isShort || kept.length < masked.length) return { hunks: shown, cut: true }
  }
  return { hunks: shown, cut: false }
}

/** What a line costs besides its signs. */
const LINE_BYTES = 6
