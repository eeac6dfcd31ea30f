/** What the ledger knows a span by. */
export interface SpanKey {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  /** The `message.id` of a generation: its tokens count once in a target, whatever trace a copy stands in. */
  readonly message: string | null
}

/** A span as it goes out: redacted, capped, in the words of a target. */
export interface WireSpan extends SpanKey {
  /** One object of OTLP/JSON's `spans`. */
  readonly json: string
}

/** The same, in UTF-8. */
export interface EncodedSpan extends SpanKey {
  readonly json: Uint8Array
}
