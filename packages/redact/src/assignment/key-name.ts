/**
 * What the name of a value says about it: `DB_PASSWORD`, `apiKey`, `"client_secret"`, `--token`.
 *
 * Words decide, not substrings: `max_tokens`, `keyboard`, `tokenCount`, `primary_key` and
 * `passwordPolicy` name no secret.
 */
export interface KeyName {
  /**
   * How much the name alone proves. `password`: nearly any value is one. `secret`: likewise, but a
   * plain word may be a label. `token`: the value must look like a token. `key`: the value must be random.
   */
  readonly weight: 'password' | 'secret' | 'token' | 'key'
  readonly kind: string
}

export function readKeyName(name: string): KeyName | null {
  const words = wordsOf(name)
  const shouted = /^[A-Z0-9_]+$/.test(name)
  for (let i = words.length - 1; i >= 0; i--) {
    const weight = weightOf(words, i)
    if (weight === null) continue
    const after = words.slice(i + 1)
    const fits = shouted ? !after.some((word) => NOT_AFTER.has(word)) : after.every((word) => isSuffix(word))
    if (!fits) return null
    return { weight, kind: kindOf(words, weight) }
  }
  return null
}

function weightOf(words: readonly string[], i: number): KeyName['weight'] | null {
  const word = words[i]
  const before = i > 0 ? words[i - 1] : ''
  if (/^(?:.*(?:password|passwd|passphrase|passcode)s?|pwd|mnemonic)$/.test(word)) return 'password'
  if (word === 'phrase' && before === 'seed') return 'password'
  if ((word === 'pass' || word === 'pw') && BEFORE_PASS.has(before)) return 'password'
  if (/^(?:\w*[^c]secret|secret)s?$/.test(word)) return NOT_BEFORE_SECRET.has(before) ? null : 'secret'
  if (/^(?:secret|private|client)key$/.test(word)) return 'secret'
  if (/^(?:auth|access|refresh|bearer|id|api|user|bot|session)?tokens?$/.test(word))
    return NOT_BEFORE_TOKEN.has(before) ? null : 'token'
  if (/^(?:api|access|auth|account|app|master|signing|encryption|shared|service)keys?$/.test(word))
    return 'token'
  if (/^keys?$/.test(word)) {
    if (before === 'secret') return 'secret'
    if (BEFORE_KEY.has(before)) return 'token'
    return NOT_BEFORE_KEY.has(before) ? null : 'key'
  }
  if (/^(?:auth|authorization|bearer|jwt|credentials?|sas)$/.test(word)) return 'token'
  return null
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const BEFORE_PASS = set(
  'db database user root admin sa smtp imap mail email ftp sftp ssh sudo mysql pg postgres postgresql redis mongo mongodb ' +
    'rabbitmq login auth basic ldap proxy http my app key keystore store cert',
)
const NOT_BEFORE_SECRET = set('no non top has is use with without')
const NOT_BEFORE_TOKEN = set(
  'max min num total input output prompt completion cached cache read write next page prev previous continuation cursor ' +
    'cancel cancellation abort bos eos pad unk mask special stop per context window thinking budget reasoning has is ' +
    'no sync resume start end design color space syntax lexer',
)
const BEFORE_KEY = set(
  'api access auth private signing encryption encrypt decryption master account shared service role license licence ' +
    'deploy client server app application admin crypto hmac jwt session webhook storage subscription write read function host ' +
    'bot consumer merchant rsa ssh gpg pgp ssl tls aes des',
)
const NOT_BEFORE_KEY = set(
  'public publishable primary foreign restore cache sort partition row idempotency react query lock hot object dict map index ' +
    'group registry reg column unique composite natural surrogate translation i18n message meta option arrow enter ' +
    'tab shift escape left right up down space delete backspace any each by dedupe lookup bucket s3 redis state data ' +
    'config context hash json yaml env record join search has is no of per known host pub',
)
/** Names of environment variables carry on after the word (`API_KEY_PROD`), so only what turns the meaning is listed. */
const NOT_AFTER = set(
  'count counts id ids name names path paths file files filename dir directory folder url uri endpoint host port type ' +
    'types limit limits length len size sizes index expiry expires expiration expire ttl field fields label header headers ' +
    'prefix suffix regex pattern hint policy env var ref usage used budget at date time timeout format alg algorithm error ' +
    'errors message enabled disabled required valid invalid status state strength rotation provider store manager scope ' +
    'scopes version max min rate cost price exists present method mode source days hours minutes seconds ms interval',
)
const SUFFIXES = set(
  'value val base b64 base64 hex raw str string plain plaintext prod production dev development staging stage test live ' +
    'default old new current previous primary secondary backup main',
)

function isSuffix(word: string): boolean {
  return SUFFIXES.has(word) || /^(?:v?\d+|[a-z])$/.test(word)
}

/** Providers whose secrets have no prefix of their own; the name of the variable tells them. */
const KIND_BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/\b(?:aws|amazon|secret access key)\b/, 'aws-secret-key'],
  [/\b(?:azure|sas|account ?key|shared access key)\b/, 'azure-key'],
  [/\b(?:cloudflare|cf)\b/, 'cloudflare-token'],
  [/\b(?:datadog|dd)\b/, 'datadog-key'],
  [/\bheroku\b/, 'heroku-key'],
  [/\btwilio\b/, 'twilio-key'],
  [/\bmailgun\b/, 'mailgun-key'],
  [/\balgolia\b/, 'algolia-key'],
  [/\bokta\b/, 'okta-token'],
]

function kindOf(words: readonly string[], weight: KeyName['weight']): string {
  const name = words.join(' ')
  for (const [pattern, kind] of KIND_BY_NAME) if (pattern.test(name)) return kind
  if (weight === 'password') return 'password'
  return weight === 'key' ? 'high-entropy' : 'secret-value'
}

/** `clientSecretKey`, `client_secret-key`, `CLIENTSecret` → client, secret, key. */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+[a-z]*/g)
  return words === null ? [] : words.map((word) => word.toLowerCase().replace(/(?<=[a-z]{3})\d+$/, ''))
}
