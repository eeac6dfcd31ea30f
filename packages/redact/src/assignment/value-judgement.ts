import { isHex, isUuid, looksRandom } from '../randomness.ts'
import { isEverydayWords, isStandIn } from '../stand-in.ts'
import type { KeyName } from './key-name.ts'

/**
 * How a value is written, which says how surely it is a literal.
 *
 * `env`: `NAME=value` in capitals without spaces, as in `.env` files and shells. `json`: both sides
 * quoted. `quoted`: only the value. `query`: in a URL or form. `flag`: after `--name`. `bare`: none of
 * these, so that it may be code or prose.
 */
export type ValueForm = 'env' | 'json' | 'quoted' | 'query' | 'flag' | 'bare'

/** Whether a value under such a name is a secret, and no label, stand-in, type or piece of code. */
export function isSecretValue(name: KeyName, value: string, form: ValueForm): boolean {
  if (value.length < 4 || isStandIn(value)) return false
  // The parts of a URL and of a key block that are secret have detectors of their own.
  if (/^[a-z][a-z0-9+.-]{1,20}:\/\/|^-----BEGIN/i.test(value)) return false
  if (PATH.test(value) && !looksRandom(value)) return false
  if (/\s/.test(value)) return isPassphrase(name, value, form)
  // `--secret id=npm,src=…` names a secret and does not hold it.
  if ((form === 'flag' || form === 'bare') && /^\w+=[\w./]/.test(value)) return false
  if (isUuid(value)) return form !== 'bare' && name.weight !== 'key' && name.kind !== 'high-entropy'
  switch (name.weight) {
    case 'password':
      return isPassword(value, form)
    case 'secret':
      return form === 'json' && /^[A-Za-z]+$/.test(value) ? false : isPassword(value, form)
    case 'token':
      return isToken(value, form)
    case 'key':
      return form !== 'bare' && form !== 'flag' && isRandomKey(value)
  }
}

const PATH = /^(?:~|\.{1,2})?\/[\w.@-]|^[A-Za-z]:\\|^\w[\w-]*\/[\w.@/-]*\.\w{1,5}$/

/** Sentences are labels and errors. Only where a file of settings quotes one is it a passphrase. */
function isPassphrase(name: KeyName, value: string, form: ValueForm): boolean {
  return form === 'env' && name.weight === 'password' && !isEverydayWords(value)
}

function isPassword(value: string, form: ValueForm): boolean {
  if (form === 'env') return true
  if (isEverydayWords(value)) return false
  const plainWord = /^[A-Za-z]+$/.test(value)
  switch (form) {
    case 'json':
      // `"password": "Passwort"` is a translation, `"password": "letmein"` is not.
      return !plainWord || (value.length >= 6 && !/^[A-Z][a-z]+$/.test(value) && !/[a-z][A-Z]/.test(value))
    case 'quoted':
    case 'query':
      return !plainWord && !isName(value)
    case 'flag':
    case 'bare':
      return value.length >= 6 && /\d|[!#%^&*+=?]/.test(value) && !/^\d+$/.test(value) && !isCode(value)
  }
}

function isToken(value: string, form: ValueForm): boolean {
  if (value.length < 8 || /^[\d.,:-]+$/.test(value) || isEverydayWords(value) || isCode(value)) return false
  if (isClaudeId(value)) return false
  if (form === 'env')
    return looksRandom(value) || (/\d/.test(value) && /[A-Za-z]/.test(value) && !isName(value))
  if (value.length < 16) return form !== 'bare' && looksRandom(value) && /\d\D*\d/.test(value)
  return looksRandom(value)
}

function isRandomKey(value: string): boolean {
  if (value.length < 24 || !/^[\w+/=.-]+$/.test(value) || isHex(value) || isClaudeId(value)) return false
  // `AAAA…` opens the base64 of a public SSH key, `ey` a token that has a detector of its own.
  if (/^(?:AAAA|ey|ssh-)/.test(value)) return false
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && looksRandom(value)
}

/** Dotted, dashed or underscored words: `auth.login.password`, `user-password-2`. */
function isName(value: string): boolean {
  return /^[A-Za-z][A-Za-z._:-]*\d{0,2}$/.test(value) && /[._:-]/.test(value) && !looksRandom(value)
}

/** An expression, or a variable with a telling name. */
function isCode(value: string): boolean {
  if (/[()[\]{}]|=>|\?\.|::|->|^!|;$/.test(value)) return true
  if (/^[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$.]*$/.test(value) && !looksRandom(value)) return true
  return (
    /^[A-Za-z_$][\w$]*$/.test(value) &&
    /pass|pwd|secret|token|key|cred|auth/i.test(value) &&
    !looksRandom(value)
  )
}

/** Ids that Claude Code and model providers write beside every message. */
export function isClaudeId(value: string): boolean {
  return /^(?:msg|toolu|srvtoolu|req|file|session|sess|container|cse|resp|call|run|chatcmpl|batch|msgbatch|rs|fc|item|evt|thread|asst|agent)[_-]/.test(
    value,
  )
}
