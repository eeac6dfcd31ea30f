import { decodeUtf8 } from '../bytes/utf8.ts'

/** Milliseconds since the epoch of a timestamp's bytes (between its quotes), or NaN. */
export function timeOf(bytes: Uint8Array, start: number, end: number): number {
  // "2026-01-31T23:59:59.123Z" is what every version writes; the rest goes to Date.parse.
  if (
    end - start === 24 &&
    bytes[end - 1] === 0x5a &&
    bytes[start + 10] === 0x54 &&
    bytes[start + 19] === 0x2e
  ) {
    const year = digits(bytes, start, 4)
    const month = digits(bytes, start + 5, 2)
    const day = digits(bytes, start + 8, 2)
    const hour = digits(bytes, start + 11, 2)
    const minute = digits(bytes, start + 14, 2)
    const second = digits(bytes, start + 17, 2)
    const ms = digits(bytes, start + 20, 3)
    // A negative part means a byte that is no digit; odd dates (Feb 30, 24:00) are Date.parse's to judge.
    const plain = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour >= 0 && hour < 24
    if (
      plain &&
      minute >= 0 &&
      minute < 60 &&
      second >= 0 &&
      second < 60 &&
      ms >= 0 &&
      separated(bytes, start)
    )
      return (daysSinceEpoch(year, month, day) * 86400 + hour * 3600 + minute * 60 + second) * 1000 + ms
  }
  return Date.parse(decodeUtf8(bytes.subarray(start, end)))
}

/** Days of the Gregorian calendar since 1970-01-01, counting years from March (a leap day is then a year's last). */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = ((153 * ((month + 9) % 12) + 2) / 5) | 0
  return y * 365 + ((y / 4) | 0) - ((y / 100) | 0) + ((y / 400) | 0) + dayOfYear + day - 719_469
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = bytes[i] - 0x30
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

function separated(bytes: Uint8Array, start: number): boolean {
  return (
    bytes[start + 4] === 0x2d &&
    bytes[start + 7] === 0x2d &&
    bytes[start + 13] === 0x3a &&
    bytes[start + 16] === 0x3a
  )
}
