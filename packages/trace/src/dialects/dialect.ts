import type { ScrubbedSpan } from '../scrub/scrub-span.ts'
import type { Attributes } from './attributes.ts'

export type DialectName = 'genai' | 'langfuse' | 'openinference'

/** Says what a span is in the words of one convention. */
export type Dialect = (span: ScrubbedSpan, context: DialectContext, into: Attributes) => void

/** What is said of a span that it does not know itself. */
export interface DialectContext {
  readonly traceName: string
  readonly userId: string | null
  readonly tags: readonly string[]
  readonly environment: string | null
  readonly release: string | null
}
