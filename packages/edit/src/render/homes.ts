import { Interner } from '@skein/transcript'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'

/** Which transcript of a session has the row of a uuid; of several the first. No objects: there may be a million rows. */
export class Homes {
  readonly #transcripts: readonly TranscriptDraft[]
  readonly #uuids = new Interner()
  /** The largest uuid id that stands in a transcript or in one before it: ids count up. */
  readonly #last: number[] = []

  constructor(transcripts: readonly TranscriptDraft[]) {
    this.#transcripts = transcripts
    for (const { from } of transcripts) {
      const { columns, ids } = from.transcript.scan
      for (let row = 0; row < columns.count; row++)
        if (columns.uuid[row] !== 0) this.#uuids.internFrom(ids, columns.uuid[row])
      this.#last.push(this.#uuids.count)
    }
  }

  of(uuid: string): TranscriptDraft | undefined {
    const id = this.#uuids.find(uuid)
    if (id === 0) return undefined
    return this.#transcripts[this.#last.findIndex((last) => id <= last)]
  }
}
