/**
 * Nano-dollars for people: `$1,234.50`; below a cent `$0.0042`; `no price` for null. Half a unit of what is shown
 * rounds up, and nothing that costs something reads as nothing.
 */
export function formatMoney(nano: number | null): string {
  if (nano === null) return 'no price'
  if (nano < 0) return `-${formatMoney(-nano)}`
  if (nano === 0 || nano >= CENT) return dollars(Math.round(nano / CENT))
  const hundredths = Math.round(nano / (CENT / 100))
  if (hundredths === 0) return '<$0.0001'
  return hundredths === 100 ? '$0.01' : `$0.${String(hundredths).padStart(4, '0')}`
}

const CENT = 10_000_000

function dollars(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`
}
