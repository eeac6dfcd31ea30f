/** Nano-dollars as a decimal number of dollars, to the last digit. */
export function dollars(nano: number): string {
  const digits = String(Math.abs(nano)).padStart(NANO_DIGITS + 1, '0')
  const whole = digits.slice(0, -NANO_DIGITS)
  const fraction = digits.slice(-NANO_DIGITS).replace(/0+$/, '')
  return `${nano < 0 ? '-' : ''}${whole}${fraction === '' ? '' : '.'}${fraction}`
}

const NANO_DIGITS = 9
