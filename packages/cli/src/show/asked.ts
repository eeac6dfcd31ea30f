import { toolSummary } from '@skein/view'
import { inertLine } from '../terminal/inert.ts'

/** What a tool was asked, in a few words: inert, one line, not shortened. Paths below `folder` lose it. */
export function askedOf(name: string, input: unknown, folder: string): string {
  return inertLine(toolSummary(name, input, folder))
}
