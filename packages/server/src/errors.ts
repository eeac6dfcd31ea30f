import type { ApiError } from './api/api.ts'

export interface FailureOptions {
  readonly remedy?: string | null
  readonly cause?: unknown
  /** Seconds until it is worth trying again. */
  readonly retryAfter?: number
}

/** A refusal that a client gets to see: nothing in it names a path of this machine or quotes a transcript. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly code: string
  readonly remedy: string | null
  readonly retryAfter: number | null

  constructor(status: number, code: string, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.remedy = options.remedy ?? null
    this.retryAfter = options.retryAfter ?? null
  }

  /** The body of the answer. */
  toBody(): ApiError {
    return { error: { code: this.code, message: this.message, remedy: this.remedy } }
  }
}

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure'
}

export const notFound = (): ApiFailure => new ApiFailure(404, 'not-found', 'there is nothing here')
export const methodNotAllowed = (): ApiFailure =>
  new ApiFailure(405, 'method-not-allowed', 'this address does not answer that method')
export const internal = (cause: unknown): ApiFailure =>
  new ApiFailure(500, 'internal', 'the server failed', {
    remedy: 'its log has the reason ($SKEIN_HOME/log/server.log)',
    cause,
  })
