/**
 * Letters, digits, `_` and `-`: the characters every token body is made of. NaN, which `charCodeAt`
 * gives outside the text, is none; the comparison keeps it from the table, where it would cost a
 * hundred times more than any other look-up.
 */
export function isTokenChar(code: number): boolean {
  return code < 128 && TOKEN_CHARS[code] === 1
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || Number.isNaN(code)
}

/** `"`, `'` and the backtick. */
export function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96
}

export const BACKSLASH = 92

const TOKEN_CHARS = tokenChars()

function tokenChars(): Uint8Array {
  const table = new Uint8Array(128)
  for (let code = 0; code < 128; code++) if (/[\w-]/.test(String.fromCharCode(code))) table[code] = 1
  return table
}
