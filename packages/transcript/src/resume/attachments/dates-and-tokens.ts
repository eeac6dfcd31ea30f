import { isFilled, number, remind, shown } from './family.ts'
import type { Family } from './family.ts'

export const datesAndTokens: Family = {
  both: {
    token_usage: ({ used, total, remaining }) =>
      remind(`Token usage: ${shown(used)}/${shown(total)}; ${shown(remaining)} remaining`),
    budget_usd: ({ used, total, remaining }) =>
      remind(`USD budget: $${shown(used)}/$${shown(total)}; $${shown(remaining)} remaining`),
  },
  modern: {
    date: ({ date }) => (isFilled(date) ? remind(`Today's date is ${date}.`) : []),
    date_change: ({ newDate }) =>
      isFilled(newDate)
        ? remind(
            `The date has changed. Today's date is now ${newDate}. No need to announce the new date — the user's own clock shows it.`,
          )
        : [],
    output_token_usage: ({ turn, session, budget }) =>
      remind(
        `Output tokens — turn: ${counted(turn)}${budget === null ? '' : ` / ${counted(budget)}`} · session: ${counted(session)}`,
      ),
    total_tokens_reminder: ({ text }) => remind(shown(text)),
    silent_turn_reminder: ({ text }) => remind(shown(text)),
  },
}

const LARGE = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** `999`, `1.0k`, `2.3m`. */
function counted(count: unknown): string {
  const tokens = number(count)
  return tokens < 1000 ? String(tokens) : LARGE.format(tokens).toLowerCase()
}
