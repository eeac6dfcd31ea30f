import type { Finding } from './finding.ts'
import { looksRandom } from './randomness.ts'
import { isEverydayWords, isStandIn } from './stand-in.ts'

/** The credential of an `Authorization` header whose value starts at `from`; null if no known scheme opens it. */
export function authorizationAt(text: string, from: number): Finding | null {
  AUTHORIZATION.lastIndex = from
  const match = AUTHORIZATION.exec(text)
  if (match === null) return null
  const [, scheme, credential] = match
  const end = AUTHORIZATION.lastIndex
  const isBasic = scheme.toLowerCase() === 'basic'
  if (isStandIn(credential) || !(isBasic ? isUserAndPassword(credential) : isCredential(credential)))
    return null
  const kind = isBasic ? 'basic-auth' : 'bearer-token'
  return { kind, start: end - credential.length, end, confidence: 'high' }
}

const AUTHORIZATION =
  /[ \t]{0,8}\\{0,15}["'`]?(Bearer|Basic|Token|ApiKey|Digest|Negotiate)[ \t]{1,4}([^\s"'`\\,;<>()]{6,8192})/iy

function isCredential(credential: string): boolean {
  if (isEverydayWords(credential)) return false
  return looksRandom(credential) || (/\d/.test(credential) && credential.length >= 12)
}

/** Basic is `user:password` in base64. */
function isUserAndPassword(encoded: string): boolean {
  try {
    return /^[^\s:]{0,128}:[^\n]{1,512}$/.test(atob(encoded))
  } catch {
    // Not base64, so it is prose about the scheme.
    return false
  }
}
