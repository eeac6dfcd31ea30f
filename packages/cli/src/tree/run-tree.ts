import { shownValue } from '@skein/redact'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { relationWords } from '../session/relation-words.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { aboutOf, toldOf } from '../session/whole.ts'
import { headLines } from '../show/write-session.ts'
import { writeJson } from '../terminal/json.ts'
import type { ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { sessionTree } from './session-tree.ts'
import { treeLines } from './tree-lines.ts'

export interface TreeOptions extends ScreenOptions, MaskOptions, SessionOptions {
  readonly json?: true
}

export async function runTree(name: string, options: TreeOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    const opened = masked(session, options)
    const screen = openScreen(options, { long: true })
    const told = toldOf(opened)
    const about = aboutOf(opened, told.session)
    const relations = options.reveal ? (opened.relations ?? []) : shownValue(opened.relations ?? [])
    if (options.json) await writeJson(screen.out, { ...about, relations, nodes: sessionTree(opened, told) })
    else {
      await screen.out.lines(headLines(about, screen))
      for (const relation of relations) await screen.out.line(screen.style.dim(relationWords(relation)))
      await screen.out.line()
      for (const line of treeLines([...sessionTree(opened, told)], screen)) await screen.out.line(line)
    }
    await screen.out.end()
  } finally {
    session.close()
  }
}
