import type { Usage } from '../../corpus/records.ts'
import type { Figure } from '../figures.ts'

/** What a group of figures has to work with. */
export interface StoreBench {
  readonly histories: readonly History[]
  readonly rounds: number
  readonly say: (line: string) => void
  readonly onFigure: (figure: Figure) => void
}

/** Config roots of generated sessions, and what is known of them. */
export interface History {
  readonly roots: readonly string[]
  readonly gigabytes: number
  readonly truth: Usage
}

export interface StoreGroup {
  readonly title: string
  /** What the figures mean, in Markdown; it stands below them in the report. */
  readonly about: string
  measure(bench: StoreBench): void
}
