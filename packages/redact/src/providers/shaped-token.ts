import { isTokenChar } from '../char-class.ts'
import type { Finding } from '../finding.ts'
import { looksRandom } from '../randomness.ts'

/** Tokens without a prefix, known by their parts: Telegram, Discord, Azure, Mailchimp, New Relic, Terraform. */
export function shapedTokenIn(text: string, start: number, end: number): Finding | null {
  if (end - start > LONGEST) return null
  const run = text.slice(start, end)
  const found =
    telegram(text, start, run) ??
    discord(text, start, run) ??
    terraform(text, start, run) ??
    SHAPES.find(({ mark, shape }) => run.includes(mark) && shape.test(run))
  if (found === undefined || found === null) return null
  return { kind: found.kind, start: 'start' in found ? found.start : start, end, confidence: 'high' }
}

const LONGEST = 256

const SHAPES: readonly { readonly kind: string; readonly mark: string; readonly shape: RegExp }[] = [
  // The marks that Azure puts into its newer keys, so that scanners know them.
  { kind: 'azure-key', mark: 'JQQJ9', shape: /^[A-Za-z0-9]{52}JQQJ9[9D][A-Za-z0-9]{10,30}$/ },
  { kind: 'azure-key', mark: 'AZDO', shape: /^[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}$/ },
  { kind: 'mailchimp-key', mark: '-us', shape: /^[0-9a-f]{32}-us\d{1,2}$/ },
  { kind: 'newrelic-key', mark: 'NRAL', shape: /^[0-9a-f]{36}NRAL$/ },
]

interface Shaped {
  readonly kind: string
  readonly start: number
}

/** `<bot id>:AA…` */
function telegram(text: string, start: number, run: string): Shaped | null {
  if (text[start - 1] !== ':' || !/^AA[\w-]{32,34}$/.test(run)) return null
  const id = /\d{8,10}$/.exec(text.slice(Math.max(0, start - 11), start - 1))
  return id === null ? null : { kind: 'telegram-token', start: start - 1 - id[0].length }
}

/** `<user id in base64>.<time>.<mac>`; the first part alone is a long run, so the search starts there or at the last. */
function discord(text: string, start: number, run: string): Shaped | null {
  if (text[start - 1] !== '.' || !/^[\w-]{27,40}$/.test(run)) return null
  const before = /(?:^|[^\w.-])([MNO][A-Za-z\d]{23,27}\.[\w-]{6})$/.exec(
    text.slice(Math.max(0, start - 40), start - 1),
  )
  return before === null ? null : { kind: 'discord-token', start: start - 1 - before[1].length }
}

/** `<14 characters>.atlasv1.<60 or more>` */
function terraform(text: string, start: number, run: string): Shaped | null {
  const mark = '.atlasv1.'
  if (run.length < 40 || !text.startsWith(mark, start - mark.length)) return null
  let from = start - mark.length
  const limit = from - 32
  while (from > limit && isTokenChar(text.charCodeAt(from - 1))) from -= 1
  return { kind: 'terraform-token', start: from }
}

/** Azure AD client secrets hold `Q~`, whose place is `mark`, after three characters and a digit. */
export function azureSecretAt(text: string, mark: number): readonly Finding[] {
  const start = mark - 4
  if (start < 0 || /[\w~.]/.test(text.charAt(start - 1))) return []
  AZURE_AD.lastIndex = start
  if (!AZURE_AD.test(text)) return []
  const secret = text.slice(start, AZURE_AD.lastIndex)
  return looksRandom(secret)
    ? [{ kind: 'azure-key', start, end: AZURE_AD.lastIndex, confidence: 'high' }]
    : []
}

const AZURE_AD = /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/y
