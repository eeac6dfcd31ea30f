/** The time of a row (AssemblyScript). */

import { COLON, QUOTE } from './json-bytes'

let dayStart: u64 = 0
let dayRest: u16 = 0
let dayMs: f64 = 0

/** "2026-01-31T23:59:59.123Z", which every version writes, in ms since 1970; -1 for anything else. */
export function timeAt(at: usize): f64 {
  if (load<u8>(at) != QUOTE || load<u8>(at, 11) != 0x54 || load<u16>(at, 24) != 0x225a) return -1
  if (load<u8>(at, 14) != COLON || load<u8>(at, 17) != COLON || load<u8>(at, 20) != 0x2e) return -1
  if (load<u64>(at, 1) != dayStart || load<u16>(at, 9) != dayRest) {
    if (!readDay(at + 1)) return -1
  }
  const hour = twoDigits(at + 12)
  const minute = twoDigits(at + 15)
  const second = twoDigits(at + 18)
  const hundred = <u32>load<u8>(at, 21) - 0x30
  const rest = twoDigits(at + 22)
  if (hour > 23 || minute > 59 || second > 59 || hundred > 9 || rest > 99) return -1
  const ms = ((hour * 60 + minute) * 60 + second) * 1000 + hundred * 100 + rest
  return dayMs + <f64>ms
}

function readDay(at: usize): bool {
  if (load<u8>(at, 4) != 0x2d || load<u8>(at, 7) != 0x2d) return false
  const century = twoDigits(at)
  const yearOf = twoDigits(at + 2)
  const month = twoDigits(at + 5)
  const day = twoDigits(at + 8)
  if (century > 99 || yearOf > 99) return false
  const year = century * 100 + yearOf
  if (year < 1970 || month - 1 > 11 || day - 1 > 30) return false
  // Days 29 to 31 of a month that lacks them are the host's to judge.
  if (day > 28 && (month == 2 || (day == 31 && (month == 4 || month == 6 || month == 9 || month == 11))))
    return false
  // Years count from March: a leap day is then a year's last.
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
  const days = <i32>(y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear + day) - 719469
  dayStart = load<u64>(at)
  dayRest = load<u16>(at, 8)
  dayMs = <f64>days * 86400000
  return true
}

/** More than 99 where one is no digit. */
function twoDigits(at: usize): u32 {
  const tens = <u32>load<u8>(at) - 0x30
  const ones = <u32>load<u8>(at, 1) - 0x30
  return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones
}
