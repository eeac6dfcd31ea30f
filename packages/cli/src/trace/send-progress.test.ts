import type { WriteStream } from 'node:tty'
import { describe, expect, it } from 'vitest'
import { SendProgress } from './send-progress.ts'

/** What is on the line of a terminal of so many columns when half is done. */
function shown(columns: number): string {
  let [written, now] = ['', 0]
  const stream = { isTTY: true, columns, write: (text: string) => void (written += text) }
  // Nothing else of a terminal is used.
  const progress = new SendProgress(2_000_000, stream as unknown as WriteStream, () => now)
  now = 1000
  progress.at(1_000_000, { sent: 1234 })
  return written.replace('\r', '').replace('\x1b[K', '')
}

describe('the bar', () => {
  it('says all where there is room', () => {
    expect(shown(80)).toMatch(/^Sending ━{12}─{12} 50 % {2}1.* of 2.*, 1,234 spans$/)
  })

  it.each([60, 40, 30, 20, 10, 4])('fits into %i columns', (columns) => {
    expect(shown(columns).length).toBeLessThan(columns)
    expect(shown(columns)).toContain(columns < 6 ? '50' : '50 %')
  })
})
