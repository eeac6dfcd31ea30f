/**
 * A failure that people can act on: `message` says what happened and to what, `remedy` what to do about it. Every package
 * has its own class, with the codes that it may have.
 */
export class ExpectedError<Code extends string> extends Error {
  readonly code: Code
  readonly remedy: string

  constructor(code: Code, message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.code = code
    this.remedy = options.remedy
  }
}
