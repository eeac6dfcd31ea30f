import { BACKSLASH, isSpace } from './char-class.ts'
import type { Finding } from './finding.ts'

/**
 * Private keys in PEM, OpenSSH and PGP armour, with real or escaped line breaks (`\n` in JSON and
 * `.env` files). A block whose end was cut off reaches as far as its base64 does.
 */
export function privateKeys(text: string): Finding[] {
  const found: Finding[] = []
  let done = 0
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, Math.max(done, at + MARK.length))) {
    const from = Math.max(done, at - LONGEST_BEGIN)
    const begin = BEGIN.exec(text.slice(from, at + MARK.length + ' BLOCK-----'.length))
    if (begin === null) continue
    const start = from + begin.index
    const body = start + begin[0].length
    const end = endOfBlock(text, body)
    if (end - body < SHORTEST_BODY) continue
    found.push({ kind: 'private-key', start, end, confidence: 'high' })
    done = end
  }
  return found
}

const MARK = 'PRIVATE KEY'
const LONGEST_BEGIN = '-----BEGIN '.length + 30
const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y
/** Less is a mention of the marker and not a key: the shortest, Ed25519, has 64. */
const SHORTEST_BODY = 40

function endOfBlock(text: string, body: number): number {
  const dashes = text.indexOf('-----', body)
  END.lastIndex = Math.max(dashes, 0)
  // The next five dashes are this block's end, or it has none.
  if (dashes >= 0 && END.test(text)) return END.lastIndex
  return endOfBase64(text, body)
}

function endOfBase64(text: string, from: number): number {
  let end = from
  for (let at = lineStart(text, from); at < text.length; at = lineStart(text, at)) {
    HEADER.lastIndex = at
    if (end === from && HEADER.test(text)) {
      at = HEADER.lastIndex
      continue
    }
    const line = at
    BASE64.lastIndex = line
    if (!BASE64.test(text)) break
    at = BASE64.lastIndex
    // The last line is short; a word of the sentence that follows is short too, but a space follows it.
    if (at - line < FULL_LINE && text.charCodeAt(at) === 32) break
    end = at
    if (at - line < FULL_LINE) break
  }
  return end
}

/** OpenSSH wraps at 70, PEM at 64, PGP at 60 or more; some tools at 48. */
const FULL_LINE = 40
const HEADER = /[A-Za-z-]{3,24}: [^\r\n\\]{0,200}/y
const BASE64 = /[A-Za-z0-9+/=]{1,4096}/y

/** Past line breaks, real or escaped, and what viewers put at the head of a line: `> `, `| `, `  12→`. */
function lineStart(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (isSpace(code) || code === 62 || code === 124) at += 1
    else if (code === BACKSLASH) at += /[nr]/.test(text.charAt(at + 1)) ? 2 : 1
    else break
  }
  LINE_NUMBER.lastIndex = at
  return LINE_NUMBER.test(text) ? LINE_NUMBER.lastIndex : at
}

const LINE_NUMBER = /\d{1,6}[→\t|]/y
