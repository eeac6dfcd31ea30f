/** What a device may do, the least first. Each scope allows what those before it allow, too. */
export const SCOPES = [
  /** See everything, with secrets masked. */
  'read',
  /** Run and steer sessions and answer approvals; neither manage devices nor delete or change what was written. */
  'drive',
  'all',
] as const

export type Scope = (typeof SCOPES)[number]

export function allows(scope: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(needed)
}

/** A scope as it was written down. One that this program does not know, a newer one's, allows the least. */
export function storedScope(text: unknown): Scope {
  return SCOPES.find((scope) => scope === text) ?? 'read'
}
