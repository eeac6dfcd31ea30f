import type { SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'

/** What a thread that makes reports is started with. */
export interface ReportSettings {
  readonly home: SkeinHome
  readonly prices: PriceTable
}

/** A piece of it, or what became of a report: its JSON, what the client is to be told instead, or what is wrong with the program. */
export type ReportAnswer =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'made'; readonly text: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly message: string
      readonly remedy: string | null
    }
  | { readonly kind: 'failed'; readonly reason: string }
