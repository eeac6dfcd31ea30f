/** A span as it goes out: redacted, capped, in the words of a target. */
export interface WireSpan {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  /** One object of OTLP/JSON's `spans`. */
  readonly json: string
  /** The `message.id` of a generation: its tokens count once in a target, whatever trace a copy stands in. */
  readonly message: string | null
}
