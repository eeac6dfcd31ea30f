import { HIDDEN, SEQUENCES } from '@skein/redact'

/**
 * What a server said, as it may be told: one short line without anything that a terminal obeys, and without the keys it
 * was sent, which some servers repeat.
 */
export function serverWords(text: string, secrets: readonly string[]): string {
  let line = text.slice(0, MOST_READ)
  for (const secret of secrets) if (secret.length > 3) line = line.replaceAll(secret, '***')
  line = line.replace(SEQUENCES, '').replace(HIDDEN, '').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  return line.length > MOST_TOLD ? `${line.slice(0, MOST_TOLD)}…` : line
}

/** What must not be told: header values, what they are made of, and the query of the address. */
export function secretsOf(headers: Readonly<Record<string, string>>, url: string): string[] {
  const found = new Set<string>()
  for (const value of Object.values(headers)) {
    found.add(value)
    for (const word of value.split(/\s+/)) {
      found.add(word)
      for (const part of Buffer.from(word, 'base64').toString('utf8').split(':')) found.add(part)
    }
  }
  if (URL.canParse(url)) for (const value of new URL(url).searchParams.values()) found.add(value)
  // The longest first, so that no part is left of one that holds another.
  return [...found].filter((secret) => secret.length > 3).toSorted((a, b) => b.length - a.length)
}

const MOST_READ = 4096
const MOST_TOLD = 300
/** Control characters, what turns the direction of text, and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu
