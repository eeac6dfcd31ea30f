import { EditError } from '@skein/edit'
import { StoreError } from '@skein/store'
import { TraceError } from '@skein/trace'
import { ApiFailure, isApiFailure } from '../errors.ts'

/** The request does not fit its schema; `field` is what does not. */
export function badRequest(field: string, message: string): ApiFailure {
  return new ApiFailure(400, 'bad-request', field === '' ? message : `${field}: ${message}`, {
    remedy: '/api/openapi.json says what fits',
  })
}

export function unknown(what: string): ApiFailure {
  return new ApiFailure(404, 'not-found', `no such ${what}`, {
    remedy: 'load the list anew: it may have been deleted or moved',
  })
}

/** What a thrown error says to the client; null for a bug, of which it is told nothing. */
export function failureOf(error: unknown): ApiFailure | null {
  if (isApiFailure(error)) return error
  if (error instanceof StoreError) return fromCode(STORE[error.code] ?? 500, error)
  if (error instanceof EditError) return fromCode(EDIT[error.code] ?? 409, error)
  if (error instanceof TraceError) return fromCode(409, error)
  return null
}

function fromCode(status: number, error: StoreError | EditError | TraceError): ApiFailure {
  return new ApiFailure(status, error.code, withoutPaths(error.message), {
    remedy: withoutPaths(error.remedy),
    cause: error,
  })
}

/** Messages for a terminal name files; clients know sessions by their ids. */
export function withoutPaths(text: string): string {
  return text.replaceAll(/(?::\s*)?(?:[A-Za-z]:)?[\\/][^\s,;)]*[\\/][^,;)]*/g, '').trim()
}

const STORE: Readonly<Record<string, number | undefined>> = {
  'not-found': 404,
  unreadable: 404,
  ambiguous: 409,
  query: 400,
  exists: 409,
  'read-only': 503,
  'disk-full': 503,
  busy: 503,
  changed: 503,
  cancelled: 503,
}

const EDIT: Readonly<Record<string, number | undefined>> = { 'not-found': 404, option: 400, cancelled: 503 }
