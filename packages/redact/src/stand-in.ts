import { looksRandom } from './randomness.ts'

/**
 * Stand-ins: what people write where a secret would be. `your-api-key`, `<token>`, `${TOKEN}`,
 * `process.env.X`, `xxxx`, `****`, and Skein's own placeholders. Masking them hides nothing and
 * makes code unreadable.
 */
export function isStandIn(text: string): boolean {
  const value = text.length > LONGEST ? text.slice(0, LONGEST) : text
  if (REFERENCE.test(value) || MASKED.test(value)) return true
  // The keys in AWS's manuals are random but for this word.
  if (LITERAL.test(value) || value.includes('EXAMPLE')) return true
  if (/^(.)\1*$/s.test(value)) return true
  // In a random string a word can stand by chance; `tbd` does in one of 2,000.
  return !looksRandom(value) && wordsOf(value).some((word) => STAND_IN_WORDS.has(word))
}

/** Whether the body of a token was typed by hand: `sk-ant-your-key-here`, `AKIA…EXAMPLE`, `ghp_xxxxxxxx`. */
export function isStandInBody(body: string): boolean {
  if (/x{6}|X{6}|0{8}|\*{3}|\.{3}|EXAMPLE|1234567890|abcdefghij/.test(body)) return true
  return body
    .split(/[-_.]/)
    .some((word) => STAND_IN_WORDS.has(word.toLowerCase()) || TYPED_WORDS.has(word.toLowerCase()))
}

/** Whether nothing but everyday words and a short number make up the value: `my-secret-token-1`, `testpass123`. */
export function isEverydayWords(value: string): boolean {
  if (value.length > LONGEST || !/^[A-Za-z0-9 _.!@-]*$/.test(value)) return false
  const words = wordsOf(value)
  return words.length > 0 && words.every((word) => EVERYDAY_WORDS.has(word) || /^\d{1,4}$/.test(word))
}

/** Nobody writes a longer one. */
const LONGEST = 120

/** Code that fetches the secret from somewhere, or the name of the place. */
const REFERENCE =
  /^<|^\{|^\$[A-Za-z_{(]|^%[A-Za-z(]|^@[A-Za-z]|\$\{|\$\(|\{\{|#\{|%\(|^\(|process\.env|import\.meta|os\.environ|getenv|ENV\[|^(?:env|secrets|vars|vault|op|ref\+\w+|arn|file|ssm|gcp|sm):|^(?:env|secrets|vars|github|config|self|this|args|opts|options|settings|ctx|req|request|res|data|params|props|state|user)\.|^data:|^sha(?:1|256|384|512)[-:]/
/** Already hidden, by Skein (`[redacted:…`) or by someone else. */
const MASKED = /\[redacted|redacted\]|\*{3}|•{2}|\.{3}|…|x{5}|X{5}|<[\w\s-]*>|\[[A-Z_\s-]+\]|0{8}/i
const LITERAL =
  /^(?:string|str|text|number|int|integer|bool|boolean|bytes|object|any|unknown|never|void|null|nil|none|undefined|true|false|yes|no|on|off|required|optional|default|auto|include|same-origin|omit|inherit|empty|hidden|missing|present|set|unset|n\/a|void 0)[;,]?$/i

const STAND_IN_WORDS = new Set(
  'your yours example examples sample placeholder dummy fake changeme replaceme replace insert redacted masked todo tbd lorem fixme notreal'.split(
    ' ',
  ),
)

/** Words that no random body holds between two dashes, and that tests and manuals do. */
const TYPED_WORDS = new Set('test testing mock demo secret token value goes here local invalid'.split(' '))

const EVERYDAY_WORDS = new Set(
  (
    'a an the my our some this that is not no new old super very top real actual plain simple strong weak long short ' +
    'test tests testing tester mock stub demo dev prod local stage staging ci e2e spec unit integration debug ' +
    'password passwd passphrase pass pwd pw secret secrets token tokens key keys api apikey auth access refresh bearer ' +
    'session cookie csrf jwt id client server user username admin root guest owner member login credential credentials ' +
    'valid invalid wrong bad good correct expired revoked unknown other another first second third one two three ' +
    'foo bar baz qux hello world abc xyz value string text here please enter confirm forgot reset current update ' +
    'change show hide hash hashed encrypted encoded private public shared master signing webhook hook app service ' +
    'account role db database postgres mysql redis mongo github gitlab google openai anthropic claude aws azure slack ' +
    'stripe npm internal external legacy temp temporary default random generated used unused max min input output ' +
    'total count usage prompt completion cache cached read write field label name type data config env var'
  ).split(' '),
)

/** `testPass-123` → test, pass, 123; compounds that only lower case hides (`testpass`) are split where both halves are known. */
function wordsOf(value: string): string[] {
  const words = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)
  if (words === null) return []
  return words.flatMap((word) => halves(word.toLowerCase()))
}

function halves(word: string): string[] {
  if (EVERYDAY_WORDS.has(word) || STAND_IN_WORDS.has(word) || word.length > 24) return [word]
  for (let i = 2; i <= word.length - 2; i++)
    if (EVERYDAY_WORDS.has(word.slice(0, i)) && EVERYDAY_WORDS.has(word.slice(i)))
      return [word.slice(0, i), word.slice(i)]
  return [word]
}
