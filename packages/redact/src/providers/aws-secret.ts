import type { Finding } from '../finding.ts'
import { entropy } from '../randomness.ts'

/**
 * AWS secret keys are 40 characters of base64 and nothing more, so one is only told from a hash by
 * the access key id it stands near.
 */
export function awsSecretsNear(text: string, id: Finding): Finding[] {
  const from = Math.max(0, id.start - REACH)
  const found: Finding[] = []
  for (const match of text.slice(from, id.end + REACH).matchAll(SECRET_KEY)) {
    const secret = match[0]
    if (!isSecretKey(secret)) continue
    const start = from + match.index
    found.push({ kind: 'aws-secret-key', start, end: start + secret.length, confidence: 'high' })
  }
  return found
}

/** Two lines of a credentials file, or the JSON that the API answers with. */
const REACH = 200
const SECRET_KEY = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g

function isSecretKey(text: string): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text) || text.includes('EXAMPLE')) return false
  return entropy(text) >= 4
}
