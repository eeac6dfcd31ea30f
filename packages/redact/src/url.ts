import { isTokenChar } from './char-class.ts'
import type { Finding } from './finding.ts'
import { looksRandom } from './randomness.ts'
import { isEverydayWords, isStandIn } from './stand-in.ts'

/**
 * The secret in the authority or path of a URL whose `://` stands at `colon`: the password of
 * `scheme://user:password@host`, the key of a Sentry DSN, the path of a webhook.
 */
export function urlSecretAt(text: string, colon: number): readonly Finding[] {
  const start = colon + 3
  if (!isTokenChar(text.charCodeAt(colon - 1))) return []
  const found = webhookAt(text, start) ?? userInfoAt(text, start)
  return found === null ? [] : [found]
}

function userInfoAt(text: string, start: number): Finding | null {
  let colon = -1
  let at = -1
  for (let i = start; i < text.length && i - start < LONGEST_USER_INFO; i++) {
    const code = text.charCodeAt(i)
    if (
      code <= 32 ||
      code === 34 ||
      code === 39 ||
      code === 47 ||
      code === 60 ||
      code === 62 ||
      code === 92 ||
      code === 96
    )
      break
    // Passwords with a `?`, `#` or `[` that nobody encoded exist; user names with one do not.
    if (colon < 0 && (code === 63 || code === 35 || code === 91)) break
    if (code === 58 && colon < 0) colon = i
    if (code === 64) at = i
  }
  if (at < 0) return null
  if (colon < 0 || colon > at) return loneUserAt(text, start, at)
  const password = text.slice(colon + 1, at)
  // `localhost:3000?mail=a@b` has a port there.
  if (password === '' || isStandIn(password) || isEverydayWords(password) || /^\d{1,5}[?#]/.test(password))
    return null
  return { kind: 'url-password', start: colon + 1, end: at, confidence: 'high' }
}

/** A token in the place of the user: `https://<token>@host`, and Sentry's `https://<key>@o1.ingest.sentry.io/2`. */
function loneUserAt(text: string, start: number, at: number): Finding | null {
  const user = text.slice(start, at)
  if (user.length < 20 || isStandIn(user) || !looksRandom(user)) return null
  const isSentry = text
    .slice(at + 1, at + 80)
    .split(/[/\s]/, 1)[0]
    .includes('sentry')
  return { kind: isSentry ? 'sentry-token' : 'url-password', start, end: at, confidence: 'high' }
}

/** Longer than any user name and password that a driver accepts. */
const LONGEST_USER_INFO = 512

function webhookAt(text: string, start: number): Finding | null {
  for (const { kind, pattern } of WEBHOOKS) {
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (match === null) continue
    const secret = pattern.lastIndex - match[1].length
    if (isStandIn(match[1]) || /x{6}|X{6}/.test(match[1])) return null
    let end = pattern.lastIndex
    while (end < text.length && isTokenChar(text.charCodeAt(end))) end += 1
    return { kind, start: secret, end, confidence: 'high' }
  }
  return null
}

const WEBHOOKS: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  {
    kind: 'slack-webhook',
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([\w/]{20,200})/y,
  },
  {
    kind: 'discord-webhook',
    pattern: /(?:\w{1,16}\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{8,24}\/([\w-]{40,120})/y,
  },
  {
    kind: 'teams-webhook',
    pattern: /[\w-]{1,64}\.webhook\.office\.com\/webhookb2\/([\w@/-]{40,300})/y,
  },
]
