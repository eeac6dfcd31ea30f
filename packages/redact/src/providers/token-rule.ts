/**
 * Tokens that name their issuer: a fixed prefix, then a body of known letters and length.
 *
 * A body is a sequence of character classes with bounded repeats, never a repeat of a repeat, so
 * matching one costs at most its upper bound (a test holds every rule to that).
 */
export interface ProviderRule {
  readonly kind: string
  /** One line, shown in help. */
  readonly about: string
  /** `[prefix, body]`; the prefix is plain text of two characters or more, the body a pattern's source. */
  readonly tokens: readonly (readonly [prefix: string, body: string])[]
}

/** The body shapes that recur. Upper bounds are far above what any issuer uses. */
export const ALNUM = '[A-Za-z0-9]'
export const WORDS = '[\\w-]'
export const HEX = '[0-9a-f]'
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
