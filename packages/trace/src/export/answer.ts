/**
 * What became of a request.
 *
 * `taken`: `rejected` of the spans were not kept. `too-large`, `refused`, `stop` and `later` with `taken: 'no'` are answers by
 * which the target certainly has nothing of it. `later` with `taken: 'unknown'`: the request may have arrived.
 */
export type Answer =
  | { readonly kind: 'taken'; readonly rejected: number; readonly words: string }
  | { readonly kind: 'too-large'; readonly words: string }
  /** This batch will never be taken. */
  | { readonly kind: 'refused'; readonly words: string }
  /** Nothing will be taken until somebody does something about it. */
  | { readonly kind: 'stop'; readonly words: string; readonly remedy: string }
  | {
      readonly kind: 'later'
      readonly taken: 'no' | 'unknown'
      readonly words: string
      /** How long the target asks to be left alone. */
      readonly waitMs: number | null
    }

/** Where bodies go. */
export interface Transport {
  /** A body comes in pieces, one behind the other: a file takes them as they are. */
  deliver(body: readonly Uint8Array[]): Promise<Delivered>
  close(): Promise<void>
}

export interface Delivered {
  readonly answer: Answer
  /** As they went over the line. */
  readonly bytes: number
}
