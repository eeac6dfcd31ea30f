/** A fact about damaged or surprising data: what, where, and what Skein did about it. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  /** Line number from 1, and the byte range the fact is about. */
  readonly line: number
  readonly offset: number
  readonly length: number
  /** One plain sentence that ends in what was done; never holds transcript content. */
  readonly message: string
}

export type DiagnosticCode =
  | 'byte-order-mark'
  | 'crlf'
  | 'duplicate-uuid'
  | 'invalid-utf8'
  | 'joined-lines'
  | 'missing-newline'
  | 'missing-parent'
  | 'missing-uuid'
  | 'not-an-object'
  | 'nul-bytes'
  | 'oversized-line'
  | 'parent-cycle'
  | 'torn-line'
  | 'trailing-bytes'
