import type { ReadToolCall } from '@skein/transcript'
import { lineCounts } from './net-diff.ts'
import type { Hunk } from './touch.ts'
import { touchOfCall } from './touch.ts'

/** What one call did to one file, for people to look at. */
export interface ToolPatch {
  readonly path: string
  readonly created: boolean
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

/** The change that a call of a file tool made; null where it changed no file. */
export function toolPatch(call: ReadToolCall): ToolPatch | null {
  const touch = touchOfCall(call)
  if (touch === null) return null
  const { path, created, hunks } = touch
  return { path, created, ...lineCounts(hunks), hunks }
}
