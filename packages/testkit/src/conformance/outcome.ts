/** What a resume by the real program came to. */
export type Outcome =
  | { kind: 'sent'; messages: ApiMessage[] }
  | { kind: 'no-conversation'; reason: string }
  | { kind: 'hangs' }
  | { kind: 'failed'; exitCode: number | null; reason: string }

/** A message of the request, as the program sent it. */
export interface ApiMessage {
  role: string
  content: string | ApiBlock[]
}

export type ApiBlock = Record<string, unknown>
