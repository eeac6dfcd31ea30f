import { shownValue } from '@skein/redact'
import { resolve } from 'node:path'
import { searchResult, type FoundSession, type Query, type Store } from '@skein/store'
import { normalisePath } from '@skein/view'
import { isExpected, SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import type { ChangedFile } from '@skein/view'
import { changedFiles } from '../files/changed-files.ts'
import { masked } from '../session/mask.ts'
import { openFound } from '../store/open-found.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { say, sayOf, sayPassedOver } from '../store/say.ts'
import { minute } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { shorten } from '../terminal/wrap.ts'

export interface BlameFlags extends ScreenOptions, StoreFlags {
  readonly limit: number
  readonly json?: true
}

/** Which sessions and turns wrote a file, the last one first. */
export async function runBlame(path: string, flags: BlameFlags): Promise<void> {
  if (path.trim() === '')
    throw new SkeinError('usage', 'no file is named', { remedy: 'name its path or the end of it' })
  const screen = openScreen(flags, { long: true })
  const { store, report } = await openStore(flags)
  try {
    sayPassedOver(report)
    const wanted = normalisePath(path.includes('/') || path.includes('\\') ? resolved(path) : path)
    const found = shownValue(await writers(store, wanted, flags.limit))
    if (flags.json) await writeJson(screen.out, { path: wanted, sessions: found.map(writerJson) })
    else if (found.length === 0)
      await screen.out.line(`No session wrote ${inertLine(wanted)} with a tool for files.`)
    else await screen.out.lines(found.flatMap((writer) => writerLines(writer, screen)))
    await screen.out.end()
  } finally {
    store.close()
  }
}

/** A relative path is one from here; a path of Windows stands for itself. */
function resolved(path: string): string {
  return /^[A-Za-z]:|^[\\/]{2}/.test(path) ? path : resolve(path)
}

interface Writer {
  readonly session: FoundSession
  readonly files: readonly ChangedFile[]
}

async function writers(store: Store, path: string, limit: number): Promise<Writer[]> {
  const found: Writer[] = []
  for (const session of await candidates(store, path)) {
    if (found.length >= limit) break
    const files = await filesWritten(store, session, path)
    if (files.length > 0) found.push({ session, files })
  }
  return found
}

/** A session that cannot be read any more is told of, and the others are looked at. */
async function filesWritten(
  store: Store,
  session: FoundSession,
  path: string,
): Promise<readonly ChangedFile[]> {
  let opened: OpenTranscript
  try {
    opened = await openFound(store, session)
  } catch (error) {
    if (!isExpected(error)) throw error
    say(error.message)
    return []
  }
  try {
    return changedFiles(masked(opened, {}), path).files
  } finally {
    opened.close()
  }
}

/** Sessions in which a tool for files was given a path that ends like this one, newest first. */
async function candidates(store: Store, path: string): Promise<FoundSession[]> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isFileTool = (tool: string): Query => ({
    kind: 'filter',
    filter: { name: 'tool', pattern: { kind: 'whole', text: tool.toLowerCase() } },
  })
  const query: Query = {
    kind: 'and',
    parts: [
      {
        kind: 'filter',
        filter: { name: 'file', pattern: { kind: 'part', text: name.normalize('NFC').toLowerCase() } },
      },
      { kind: 'or', parts: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].map(isFileTool) },
    ],
  }
  const { hits, diagnostics } = await searchResult(store.search(query, { limit: MOST_HITS, reveal: true }))
  for (const diagnostic of diagnostics) sayOf(diagnostic)
  const found: FoundSession[] = []
  for (const id of new Set(hits.map(({ session }) => session))) {
    const finding = await store.find(id)
    if (finding.kind === 'one') found.push(finding.session)
    else if (finding.kind === 'several') found.push(...finding.sessions)
  }
  return found
}

const MOST_HITS = 2000

function writerJson({ session, files }: Writer): object {
  return {
    session: session.id,
    title: inertLine(session.title),
    files: files.map(({ hunks: _hunks, ...file }) => file),
  }
}

function writerLines({ session, files }: Writer, { style, width }: Screen): string[] {
  return [
    style.bold(
      shorten(`${inertLine(session.id).slice(0, 8)}  ${inertLine(session.title) || '(no prompt)'}`, width),
    ),
    ...files.map(({ path, turns, edits, added, removed, lastTime, agents }) => {
      const when = minute(lastTime === null ? null : Date.parse(lastTime))
      const who =
        agents.length === 0
          ? ''
          : `, by ${agents.length === 1 ? 'a sub-agent' : `${agents.length} sub-agents`}`
      const where = turns.length === 0 ? '' : `turn ${turns.join(', ')}; `
      return shorten(
        `  ${inertLine(path)}  ${where}${edits} edit${edits === 1 ? '' : 's'}, +${added} −${removed}${who}  ${when}`,
        width,
      )
    }),
  ]
}
