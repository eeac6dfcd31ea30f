/**
 * The fast usage scan (AssemblyScript, not TypeScript): the same contract as `UsageScan` in
 * src/usage-scan/usage-scan.ts, over bytes in WASM memory, sixteen at a time.
 *
 * Most lines are passed over without being read: a line can only count if it has a key `usage`, and
 * whether 64 bytes can hold one is asked together with whether the line ends there. The other lines
 * are checked to be JSON, every byte of them. Rows repeat their envelope, so a row that was walked
 * key by key leaves a template (its literal bytes, and what kinds of values stand between them), and
 * the next row is compared with that first. What equals the template is JSON, because the template is.
 *
 * Whatever is odd (white space, an escaped or repeated key, a fraction, no JSON at all) is left to the
 * host, which has the exact reader.
 *
 * The host writes the key tables to KEYS once, and the bytes to WINDOW. A newline is the last byte of
 * what is scanned; it stops every loop. Reads of up to 80 bytes past it are harmless; the host keeps
 * that much room.
 */

import { flags, isOurs, readLine } from './usage-keys'
import { EXACT, NAMED, NEWLINE, RESULT, ROW_BYTES, ROWS, ROWS_END, WINDOW } from './usage-layout'
import { findNewline, findUsage } from './usage-lines'
import { forgetTemplate, readAlike, template, templateFlags } from './usage-template'
import { addRow, firstRow, row } from './usage-values'

/** Another transcript follows: its rows have other names. */
export function begin(): void {
  forgetTemplate()
}

/**
 * Reads lines of the window from `from` on; the byte before `to` is a newline. Returns how far it
 * came: up to `to`, or less when there is no more room for rows. `from`, `to` and the result count from WINDOW.
 */
export function scan(from: i32, to: i32): i32 {
  const end = WINDOW + <usize>to
  let line = WINDOW + <usize>from
  let lines: i32 = 0
  firstRow()
  while (line < end && row < ROWS_END) {
    lines++
    let after: usize = template == 0 ? 0 : readAlike(line)
    if (after != 0) {
      addRow(line, after, templateFlags)
    } else {
      const place = findUsage(line)
      if (load<u8>(place) == NEWLINE) {
        line = place + 1
        continue
      }
      after = readLine(line)
      if (after == 0) {
        after = findNewline(place)
        addRow(line, after, EXACT)
      } else if (isOurs) {
        addRow(line, after, flags | NAMED)
      }
    }
    line = after + 1
  }
  store<i32>(RESULT, <i32>((row - ROWS) / ROW_BYTES))
  store<i32>(RESULT, lines, 4)
  return <i32>(line - WINDOW)
}
