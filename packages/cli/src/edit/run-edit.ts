import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  assertTitle,
  chainResults,
  EditError,
  Ledger,
  prepareEdit,
  type Draft,
  type EditPlan,
  type PreparedEdit,
} from '@skein/edit'
import type { Store } from '@skein/store'
import { shownLine } from '../session/shown-line.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { stoppable } from '../store/stoppable.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { EditProgress } from './edit-progress.ts'
import { editTarget } from './edit-target.ts'
import { editedSession, type EditedSession } from './edited-session.ts'
import { planLines, writtenLines } from './plan-lines.ts'

/** What all edits take. */
export interface EditFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly dryRun?: true
  readonly title?: string
  readonly toProject?: string
  readonly compat?: '2.0'
}

/** One new session of an edit. */
export interface EditPart {
  readonly draft: Draft
  /** What the title says of it, in brackets: `fork`. */
  readonly called: string
  /** More to tell with the plan: lines for people, fields for programs. */
  readonly lines?: readonly string[]
  readonly fields?: object
  /** What the original's title becomes in the copy's; as it is without it. */
  readonly hide?: (text: string) => string
}

export interface EditCommand {
  readonly name: string
  readonly flags: EditFlags
  /** The options of the operation, for the ledger. */
  readonly options: object
  readonly operation: (edited: EditedSession) => Promise<readonly EditPart[]> | readonly EditPart[]
}

/**
 * The way of every edit: the session, the drafts that its operation makes of it, a plan of each, and unless it is a dry
 * run the new sessions. All are prepared before the first one is published.
 */
export async function runEdit({ name, flags, options, operation }: EditCommand): Promise<void> {
  if (flags.title !== undefined) assertTitle(flags.title)
  const screen = openScreen(flags)
  const { store } = await openStore(flags)
  try {
    const edited = await editedSession(store, name)
    const progress = new EditProgress(edited.session.main.length)
    try {
      progress.at('Looking through')
      const parts = await operation(edited)
      progress.at('Writing and comparing')
      const done = await stoppable((signal) => editParts(parts, { edited, flags, options, store, signal }))
      progress.end()
      const reports = done.map(({ part, plan }) => report(part, plan, flags, screen))
      if (flags.json)
        await writeJson(screen.out, parts.length === 1 ? reports[0].json : reports.map(({ json }) => json))
      else for (const { lines } of reports) await screen.out.lines(lines)
      await screen.out.end()
    } finally {
      progress.end()
      edited.session.close()
    }
  } finally {
    store.close()
  }
}

interface Editing {
  readonly edited: EditedSession
  readonly flags: EditFlags
  readonly options: object
  readonly store: Store
  readonly signal: AbortSignal
}

interface Planned {
  readonly part: EditPart
  readonly plan: EditPlan
}

/** Ctrl-C is heard between two parts and takes back what was prepared; what is being published is finished. */
async function editParts(parts: readonly EditPart[], editing: Editing): Promise<Planned[]> {
  const { edited, flags, options, store, signal } = editing
  const prepared: { readonly part: EditPart; readonly edit: PreparedEdit }[] = []
  try {
    for (const part of parts) {
      part.draft.title = titleOf(edited, part, flags)
      if (flags.compat !== undefined)
        part.draft.step('messages whose parallel results were chained', chainResults(part.draft.main))
      const target = editTarget(edited, flags.toProject)
      prepared.push({ part, edit: prepareEdit(part.draft, target, flags.dryRun ? 'apart' : 'beside') })
      await nextTurn()
      if (signal.aborted) throw new EditError('cancelled', 'stopped', { remedy: 'nothing was written' })
    }
    if (!flags.dryRun) {
      const ledger = Ledger.open(store.home)
      try {
        for (const { edit } of prepared) await edit.publish(ledger, options)
      } finally {
        ledger.close()
      }
    }
    return prepared.map(({ part, edit }) => ({ part, plan: edit.plan }))
  } finally {
    for (const { edit } of prepared) edit.discard()
  }
}

function titleOf({ title }: EditedSession, { called, hide }: EditPart, flags: EditFlags): string | null {
  if (flags.title !== undefined) return flags.title
  return title === '' ? null : `${hide?.(title) ?? title} (${called})`
}

function report(
  part: EditPart,
  plan: EditPlan,
  flags: EditFlags,
  screen: Screen,
): { readonly json: object; readonly lines: string[] } {
  const written = flags.dryRun !== true
  const title = part.draft.title === null ? null : shownLine(part.draft.title)
  return {
    json: { ...plan, title, written, ...part.fields },
    lines: [...planLines(plan, title, screen), ...(part.lines ?? []), ...writtenLines(plan, written, screen)],
  }
}
