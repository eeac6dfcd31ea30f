import { promptTokens, type UsageSummary } from '@skein/view'

/** The part of the input that was read from the cache, from 0 to 1; null where nothing was sent. */
export function cacheShare(tokens: UsageSummary['tokens']): number | null {
  const sent = promptTokens(tokens)
  return sent > 0 ? tokens.cacheRead / sent : null
}

/** `93 %`; never 100 or 0 for what is not quite. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100)
  if (rounded === 100 && share < 1) return '99 %'
  return rounded === 0 && share > 0 ? '1 %' : `${rounded} %`
}
