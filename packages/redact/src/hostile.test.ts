import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { detectSecrets } from './detect.ts'
import { PROVIDER_RULES } from './providers/rules.ts'
import { Redactor } from './redactor.ts'

/** A repeat of something that repeats without bound: the only way for a pattern to cost more than its length. */
function repeatsARepeat(source: string): boolean {
  const plain = source.replaceAll(/\\./g, 'a').replaceAll(/\[[^\]]*\]/g, 'a')
  const open: boolean[] = []
  for (let at = 0; at < plain.length; at++) {
    const isUnbounded = /^(?:[*+]|\{\d+,\})/.test(plain.slice(at))
    if (plain[at] === '(') open.push(false)
    else if (plain[at] === ')') {
      const inside = open.pop() ?? false
      if (inside && /^(?:[*+]|\{\d+,\d*\})/.test(plain.slice(at + 1))) return true
      if (inside && open.length > 0) open[open.length - 1] = true
    } else if (isUnbounded && open.length > 0) open[open.length - 1] = true
  }
  return false
}

/** The patterns written in the package's source files. */
function patternsInSource(): string[] {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(`${folder}${name}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      return [
        ...text.matchAll(
          /(?<=[(=,[!&|?:]\s*|return )\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[dgimsuvy]*/g,
        ),
      ]
    })
    .map(([, source]) => source)
}

describe('patterns', () => {
  it('repeat no repeat', () => {
    const patterns = [
      ...patternsInSource(),
      ...PROVIDER_RULES.flatMap(({ tokens }) => tokens.map(([, body]) => body)),
    ]
    expect(patterns.length).toBeGreaterThan(200)
    expect(patterns.filter(repeatsARepeat)).toEqual([])
  })

  it('of providers are bounded, so that one place costs a constant', () => {
    const bodies = PROVIDER_RULES.flatMap(({ tokens }) => tokens.map(([, body]) => body))
    expect(bodies.filter((body) => /[*+](?![^[]*\])|,\}/.test(body))).toEqual([])
  })

  it('that would repeat a repeat are recognised', () => {
    expect(['(a+)+', '(?:a|b*){2,}', '((a{1,})b)*'].map(repeatsARepeat)).toEqual([true, true, true])
    expect(['(?:ab)+', '[a+]*(b)', '(a+)(b+)'].map(repeatsARepeat)).toEqual([false, false, false])
  })
})

/** Each is repeated to a megabyte. What costs the square of its length would not end within the test's time. */
const UNITS: Readonly<Record<string, string>> = {
  'one character': 'a',
  'token characters': 'aB3-',
  'beginnings of JSON web tokens': 'eyJ-',
  'beginnings of JSON web tokens with parts': 'eyJhbGciOi.',
  'beginnings of provider tokens': 'sk-ant-',
  joints: '_-',
  dots: 'a.',
  'keys that begin': '-----BEGIN RSA PRIVATE KEY-----\n',
  'mentions of keys': 'PRIVATE KEY ',
  'keys that begin and hold base64':
    '-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ',
  'names without values': 'password=',
  'names with open quotes': 'password="\\"',
  'names with different quotes': `password="token='secret=\``,
  'escaped quotes': 'password=\\\\\\"',
  backslashes: '\\',
  'spaces after a name': 'token:        ',
  'cookie headers': 'Cookie: a=b; ',
  'cookies in cookies': 'cookie=a=b;',
  'users in URLs': '://a:',
  'users without an end': 'x://aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'at signs': '://a:b@',
  'access keys': 'AKIAZ7QWERTY2XKD5VNM ',
  base64: 'q7Rt2LmX9vZk4Pw8s+Jd3Hf6B/',
  flags: '--token ',
  tags: '<token>',
  'pairs of name and value': '"name": "a", "value": ',
  logins: ' -u a:',
  placeholders: '[redacted:password:1]',
  'openings of placeholders': '[redacted:',
  'marks of Azure': '8Q~a',
  headers: 'Authorization: Bearer ',
  surrogates: '\ud83d',
}

describe('a megabyte of', () => {
  it.each(Object.entries(UNITS))('%s is read to its end', (_, unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    expect(detectSecrets(text).filter(({ end }) => end > text.length)).toEqual([])
  })

  it('different secrets with one beginning is redacted', () => {
    const parts = Array.from({ length: 20_000 }, (_, i) => `secret_key="aB3dE5fG7hJ9k${i}Lm1N"`)
    const { findings } = new Redactor().redact(parts.join(' '))
    expect(findings).toEqual([{ kind: 'secret-value', count: 20_000 }])
  })
})
