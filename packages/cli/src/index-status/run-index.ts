import type { IndexStatus } from '@skein/store'
import { SkeinError } from '../errors.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { sayPassedOver, told } from '../store/say.ts'
import { bytes, counted, duration, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { Progress } from '../terminal/progress.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'

export interface IndexFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
}

export async function runStatus(flags: IndexFlags): Promise<void> {
  const screen = openScreen(flags)
  const { store, report } = await openStore(flags)
  try {
    const { index: standing, unreadable: all } = await store.health()
    const toldAlready = new Set(report?.diagnostics.map(({ path }) => path))
    const unreadable = all.filter(({ path }) => !toldAlready.has(path))
    if (flags.json) await writeJson(screen.out, { ...standing, unreadable, refresh: report })
    else await screen.out.lines(statusLines(standing, screen))
    for (const diagnostic of [...(report?.diagnostics ?? []), ...unreadable])
      if (!flags.json) await screen.out.line(screen.style.yellow(inertLine(told(diagnostic))))
    await screen.out.end()
  } finally {
    store.close()
  }
}

function statusLines(standing: IndexStatus, { style }: Screen): string[] {
  const { indexBytes, transcriptBytes } = standing
  const share =
    transcriptBytes === 0
      ? ''
      : ` (${((indexBytes * 100) / transcriptBytes).toFixed(1)} % of the transcripts)`
  return [
    style.bold(inertLine(standing.folder)),
    ...table(
      [
        ['sessions', whole(standing.sessions)],
        ['only in the archive', whole(standing.archived)],
        ['sub-agents', whole(standing.subagents)],
        ['transcripts', bytes(transcriptBytes)],
        ['indexed', bytes(standing.indexedBytes)],
        ['messages', whole(standing.messages)],
        ['blocks of text', whole(standing.blocks)],
        ['index', `${bytes(indexBytes)}${share}`],
      ],
      ['left', 'right'],
    ),
  ]
}

export async function runRebuild(flags: IndexFlags): Promise<void> {
  const screen = openScreen(flags)
  const began = Date.now()
  const { store: old } = await openStore({ ...flags, refresh: false }, { writes: true })
  try {
    old.forget()
  } finally {
    old.close()
  }
  const { store, report } = await openStore({ ...flags, refresh: true })
  try {
    if (flags.json) await writeJson(screen.out, report)
    else if (report !== null)
      await screen.out.line(
        `${counted(report.filesRead, 'transcript')} read (${bytes(report.bytesRead)}, ${counted(report.linesParsed, 'line')}) in ${duration(Date.now() - began)}.`,
      )
    sayPassedOver(report)
    await screen.out.end()
  } finally {
    store.close()
  }
}

export async function runVerify(flags: IndexFlags): Promise<void> {
  const screen = openScreen(flags)
  const { store } = await openStore(flags)
  try {
    const { files } = (await store.health()).index
    const progress = new Progress(files)
    const differences = await store.verify({
      onProgress: ({ filesDone }) => progress.at(filesDone),
    })
    progress.end()
    if (flags.json) await writeJson(screen.out, { files, differences })
    else if (differences.length === 0)
      await screen.out.line(`${counted(files, 'transcript')}: the index says what they say.`)
    else await screen.out.lines(differences.map(({ path, message }) => inertLine(`${path}: ${message}`)))
    await screen.out.end()
    if (differences.length > 0)
      throw new SkeinError('data', 'the index differs from the transcripts', {
        remedy: 'run `skein index rebuild`',
      })
  } finally {
    store.close()
  }
}
