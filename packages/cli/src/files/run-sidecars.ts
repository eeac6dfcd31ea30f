import { shownValue } from '@skein/redact'
import { sessionSidecars, skeinHome, type SidecarListing } from '@skein/store'
import { SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'
import { masked } from '../session/mask.ts'
import { aboutOf, wholeSession } from '../session/whole.ts'
import { headLines } from '../show/write-session.ts'
import { isoTime } from '../terminal/figures.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen } from '../terminal/screen.ts'
import type { FilesOptions } from './run-files.ts'
import { sidecarLines } from './sidecar-lines.ts'

/** `skein files --sidecars`: what Claude Code keeps beside the transcript. A part of a path picks some of it. */
export async function writeSidecars(
  session: OpenTranscript,
  part: string | undefined,
  options: FilesOptions,
): Promise<void> {
  const all = await sidecarsFor(session, options)
  const sidecars = part === undefined ? all.sidecars : all.sidecars.filter(({ path }) => path.includes(part))
  if (part !== undefined && sidecars.length === 0)
    throw new SkeinError('usage', `no sidecar like ${part}`, {
      remedy: '`skein files --sidecars` without a path lists them',
    })
  const screen = openScreen(options, { long: true })
  const opened = masked(session, options)
  const { branches: _branches, ...head } = aboutOf(opened, wholeSession(opened))
  if (options.json)
    await writeJson(screen.out, {
      ...head,
      sidecars: sidecars.map((sidecar) => ({ ...sidecar, time: isoTime(sidecar.time) })),
      diagnostics: all.diagnostics,
    })
  else {
    await screen.out.lines(headLines({ ...head, branches: [] }, screen))
    await screen.out.line()
    for (const line of sidecarLines({ ...all, sidecars }, rootOf(shownFile(session)), screen))
      await screen.out.line(line)
  }
  await screen.out.end()
}

/** The sidecars of an open session, their names masked unless asked otherwise. */
export async function sidecarsFor(session: OpenTranscript, options: FilesOptions): Promise<SidecarListing> {
  // Standard input has nothing beside it.
  if (session.file === '-') return { sidecars: [], diagnostics: [] }
  const listing = await sessionSidecars(skeinHome(process.env), shownFile(session))
  return options.reveal ? listing : shownValue(listing)
}

/** The config root that a transcript stands in: its sidecars are told by their paths below it. */
function rootOf(file: string): string {
  return /^(.*)\/projects\/[^/]+\/[^/]+\.jsonl$/.exec(file)?.[1] ?? ''
}
