import { lineageOf, type LineageNode } from '@skein/store'
import { RELATIONS } from '../session/relation-words.ts'
import { foundSession } from '../session/found-session.ts'
import { shownValue } from '../session/shown-value.ts'
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
    const { id } = foundSession(store, name)
    const nodes = shownValue(lineageOf(store.db, id))
    if (options.json) await writeJson(screen.out, { session: id, sessions: nodes.map(nodeJson) })
    else await screen.out.lines(nodes.flatMap((node) => nodeLines(node, id, screen)))
    await screen.out.end()
  } finally {
    store.close()
  }
}

function nodeJson({ lastTime, title, ...node }: LineageNode): object {
  return { ...node, title: inertLine(title), lastTime: isoTime(lastTime) }
}

function nodeLines(node: LineageNode, asked: string, { style, width }: Screen): string[] {
  const title = node.known ? inertLine(node.title) || '(no prompt)' : '(gone)'
  const head = shorten(`${shortId(node.session)}  ${minute(node.lastTime)}  ${title}`, width)
  const from = node.from.map(({ kind, session }) => style.dim(`  ${RELATIONS[kind]} ${shortId(session)}`))
  return [node.session === asked ? style.bold(head) : head, ...from]
}

/** What a row says it came from can be anything. */
function shortId(session: string): string {
  return inertLine(session).slice(0, 8)
}
