/** 2.1.325 leaves plain words as they are and puts all others in single quotes. */
export function quoteModern(word: string): string {
  return /^[\w@+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`
}

/** 2.0.76 quotes for spaces and quotes, and escapes the other characters that a shell reads. */
export function quoteClassic(word: string): string {
  if (word === '') return "''"
  if (/["\s\\]/.test(word) && !word.includes("'")) return `'${word}'`
  if (/["'\s]/.test(word)) return `"${word.replaceAll(/["\\$`!]/g, String.raw`\$&`)}"`
  return word.replaceAll(/[#!"$&'()*,:;<=>?@[\\\]^`{|}]/g, String.raw`\$&`)
}
