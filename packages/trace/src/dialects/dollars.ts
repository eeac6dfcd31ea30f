/** Nano-dollars as a decimal number of dollars, to the last digit. */
export function dollars(nano: number): string {
  if (nano === 0) return '0'
  const digits = String(Math.abs(nano)).padStart(NANO_DIGITS + 1, '0')
  const point = digits.length - NANO_DIGITS
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === ZERO) end--
  const fraction = end === point ? '' : `.${digits.slice(point, end)}`
  return `${nano < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

const NANO_DIGITS = 9
const ZERO = 0x30
