import type { Hunk } from './hunk.ts'

/**
 * Whose each line of a file is: the session's, or there before it. That is what makes a count net: removing a line
 * that the session itself added takes back an addition, removing any other is a removal.
 */
export interface LineOwnership {
  readonly added: number
  readonly removed: number
  /** From the first line on; the last run is the rest of the file, whatever its length. */
  readonly runs: readonly Run[]
}

interface Run {
  readonly own: boolean
  readonly length: number
}

const REST: Run = { own: false, length: Infinity }

/** A file that the session has not touched. */
export const untouchedLines: LineOwnership = { added: 0, removed: 0, runs: [REST] }

/** The file is new: whatever was known of its lines is void, what had been removed stays so. */
export function createdLines(before: LineOwnership, hunks: readonly Hunk[]): LineOwnership {
  const { added, runs } = editLines(untouchedLines, hunks)
  return { added, removed: before.removed, runs }
}

/** Applies the hunks of one patch: they stand in the order of the file and count lines of the same old text. */
export function editLines(before: LineOwnership, hunks: readonly Hunk[]): LineOwnership {
  const edit = new Edit(before)
  for (const hunk of hunks) {
    edit.keepUntil(hunk.oldStart - 1)
    for (const line of hunk.lines) {
      if (line.startsWith('+')) edit.add()
      else if (line.startsWith('-')) edit.remove()
      else if (!line.startsWith('\\')) edit.keep(1) // "\ No newline at end of file" is no line
    }
  }
  return edit.finish()
}

/** One pass over the runs of a file, from its first line to its last. */
class Edit {
  added: number
  removed: number
  #position = 0
  readonly #rest: Run[]
  readonly #runs: Run[] = []

  constructor(before: LineOwnership) {
    this.added = before.added
    this.removed = before.removed
    this.#rest = before.runs.toReversed()
  }

  /** Keeps the lines up to a line of the old text; hunks out of order are taken as if they adjoined. */
  keepUntil(line: number): void {
    this.keep(line - this.#position)
  }

  keep(count: number): void {
    let left = count
    while (left > 0) {
      const run = this.#take(left)
      this.#put(run)
      left -= run.length
    }
  }

  add(): void {
    this.added += 1
    this.#put({ own: true, length: 1 })
  }

  remove(): void {
    if (this.#take(1).own) this.added -= 1
    else this.removed += 1
  }

  finish(): LineOwnership {
    while (this.#rest.length > 0) this.#put(this.#rest.pop() ?? REST)
    return { added: this.added, removed: this.removed, runs: this.#runs }
  }

  /** Up to `count` lines of one owner. The last run never ends, so there is always a next one. */
  #take(count: number): Run {
    const run = this.#rest.pop() ?? REST
    const length = Math.min(count, run.length)
    this.#position += length
    if (run.length > length) this.#rest.push({ own: run.own, length: run.length - length })
    return { own: run.own, length }
  }

  #put(run: Run): void {
    const last = this.#runs.at(-1)
    if (last?.own === run.own)
      this.#runs[this.#runs.length - 1] = { own: run.own, length: last.length + run.length }
    else this.#runs.push(run)
  }
}
