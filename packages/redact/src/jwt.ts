import type { Finding } from './finding.ts'

/**
 * A JSON web token that starts at `at`: three parts, the first of which ends at `end` and decodes to
 * a JSON object that names its algorithm. Encrypted ones have five.
 */
export function jwtAt(text: string, at: number, end: number): Finding | null {
  if (text[end] !== '.' || !text.startsWith('eyJ', at)) return null
  JWT.lastIndex = at
  const match = JWT.exec(text)
  if (match === null || !isHeader(match[1])) return null
  return { kind: 'jwt', start: at, end: JWT.lastIndex, confidence: 'high' }
}

// 4,096 characters of header, 32 KiB of claims: HTTP servers refuse larger headers.
const JWT = /(eyJ[\w-]{8,4096})\.([\w-]{4,32768})\.[\w-]{0,4096}(?:\.[\w-]{4,32768}\.[\w-]{4,512})?/y

function isHeader(encoded: string): boolean {
  try {
    const header: unknown = JSON.parse(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof header === 'object' && header !== null && 'alg' in header
  } catch {
    // Not base64 or not JSON: then it is no token, which is an answer and not a failure.
    return false
  }
}
