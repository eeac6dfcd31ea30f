import { shownValue } from '@skein/redact'
import { Ledger, type Edit } from '@skein/edit'
import type { LineageNode } from '@skein/store'
import { ID_SIGNS, relationWords } from '../session/relation-words.ts'
import { foundSession } from '../session/found-session.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { isoTime, minute } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { shorten } from '../terminal/wrap.ts'

export interface LineageFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
}

export async function runLineage(name: string, options: LineageFlags): Promise<void> {
  const screen = openScreen(options, { long: true })
  const { store } = await openStore(options)
  try {
    const { id, path } = await foundSession(store, name)
    const edits = new Map(Ledger.editsIn(store.home).map((edit) => [edit.to.session, edit]))
    const nodes = shownValue(await store.lineage(id)).map((node) => ({
      node,
      edit: edits.get(node.session) ?? null,
    }))
    if (options.json) await writeJson(screen.out, { session: id, sessions: nodes.map(nodeJson) })
    else await screen.out.lines(nodes.flatMap((related) => nodeLines(related, path, screen)))
    await screen.out.end()
  } finally {
    store.close()
  }
}

/** A session among its relatives, and the edit of Skein's that made it. */
interface Related {
  readonly node: LineageNode
  readonly edit: Edit | null
}

function nodeJson({ node: { lastTime, title, ...node }, edit }: Related): object {
  return {
    ...node,
    title: inertLine(title),
    lastTime: isoTime(lastTime),
    edit:
      edit === null
        ? null
        : {
            kind: edit.kind,
            from: edit.from.session,
            made: isoTime(edit.made),
            undone: edit.state === 'undone',
          },
  }
}

function nodeLines({ node, edit }: Related, asked: string, { style, width }: Screen): string[] {
  const title = node.known ? inertLine(node.title) || '(no prompt)' : '(gone)'
  const head = shorten(`${shortId(node.session)}  ${minute(node.lastTime)}  ${title}`, width)
  const others = node.from.filter(
    ({ kind, session }) => kind !== 'forked-from' || session !== edit?.from.session,
  )
  const from = others.map((relation) => style.dim(`  ${relationWords(relation, ID_SIGNS)}`))
  const made = edit === null ? [] : [style.dim(`  ${madeBy(edit)}`)]
  return [node.path === asked ? style.bold(head) : head, ...made, ...from]
}

function madeBy({ kind, from, made, state }: Edit): string {
  return `${kind} of ${shortId(from.session)}, made by skein ${minute(made)}${state === 'undone' ? ', undone' : ''}`
}

/** What a row says it came from can be anything. */
function shortId(session: string): string {
  return inertLine(session).slice(0, ID_SIGNS)
}
