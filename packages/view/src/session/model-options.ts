import type { Walker } from '@skein/transcript'
import type { PriceTable } from '../prices/price-table.ts'
import type { AgentHead } from './step-view.ts'

export interface SessionModelOptions {
  /** Names the file's life: another one, and every cursor is void. */
  readonly generation: string
  readonly prices: PriceTable
  /** Whether secrets are hidden. */
  readonly mask: boolean
  /** The file is a sub-agent's own. */
  readonly agentFile?: boolean
  /** Byte offset of a branch's last entry: that line instead of the live one. */
  readonly tip?: number
  /** Every entry has a step, bookkeeping too. */
  readonly all?: boolean
  /** The sub-agent that a call started, as of now. */
  readonly agentOf?: (toolUseId: string) => AgentHead | null
  /** How a reader begins anew, and how large an update may be. */
  readonly window?: ViewWindow
  readonly walker?: Walker
  /** Lines longer than this are not read; see the kernel's `ScannerOptions`. */
  readonly maxLineBytes?: number
}

export interface ViewWindow {
  /** `folded`: of each turn only the steps that stay open; the last turn has all of them in any case. */
  readonly steps: 'all' | 'folded'
  /** Of the view as JSON. It is exceeded only by a single turn's head and step that are larger. */
  readonly maxBytes: number
}

export interface ViewPlace {
  /** Turns before this index, instead of the last ones. */
  readonly before?: number
  /** Turns around this index. */
  readonly around?: number
}

export const DEFAULT_WINDOW: ViewWindow = { steps: 'folded', maxBytes: 256 * 1024 }
