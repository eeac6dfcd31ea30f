import { shownValue } from '@skein/redact'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { relationWords } from '../session/relation-words.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { sessionReport } from '../show/session-report.ts'
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
    const { turns: _turns, unattachedAgents: _agents, ...report } = sessionReport(opened, { steps: 'none' })
    const relations = options.reveal ? (opened.relations ?? []) : shownValue(opened.relations ?? [])
    if (options.json) await writeJson(screen.out, { ...report, relations, nodes: sessionTree(opened) })
    else {
      await screen.out.lines(headLines(report, screen))
      for (const relation of relations) await screen.out.line(screen.style.dim(relationWords(relation)))
      await screen.out.line()
      for (const line of treeLines([...sessionTree(opened)], screen)) await screen.out.line(line)
    }
    await screen.out.end()
  } finally {
    session.close()
  }
}
