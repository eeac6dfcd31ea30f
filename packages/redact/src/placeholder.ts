import type { Finding } from './finding.ts'

/** What stands where a secret stood. No quote, backslash or space: it fits into JSON, URLs, shells and files of settings. */
export function placeholder(kind: string, label: string): string {
  if (!/^[A-Za-z0-9]{1,32}$/.test(label)) throw new RangeError('a label is 1 to 32 letters and digits')
  return `${OPENING}${kind}:${label}]`
}

/** Findings without the parts that are placeholders already: they hide a secret and are none. */
export function outsidePlaceholders(text: string, findings: Finding[]): Finding[] {
  if (findings.length === 0 || !text.includes(OPENING)) return findings
  const taken = [...text.matchAll(PLACEHOLDER)]
  const outside: Finding[] = []
  let next = 0
  for (const finding of findings) {
    let start = finding.start
    while (next < taken.length && endOf(taken[next]) <= start) next += 1
    for (let i = next; i < taken.length && taken[i].index < finding.end; i++) {
      if (taken[i].index > start) outside.push({ ...finding, start, end: taken[i].index })
      start = endOf(taken[i])
    }
    if (start < finding.end) outside.push(start === finding.start ? finding : { ...finding, start })
  }
  return outside
}

/** A text cut at its placeholders: a part that is one has the kind of what it hides. */
export function placeholderParts(text: string): { readonly text: string; readonly kind: string | null }[] {
  if (!text.includes(OPENING)) return [{ text, kind: null }]
  const parts: { text: string; kind: string | null }[] = []
  let done = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > done) parts.push({ text: text.slice(done, match.index), kind: null })
    parts.push({ text: match[0], kind: match[0].split(':')[1] })
    done = endOf(match)
  }
  if (done < text.length || parts.length === 0) parts.push({ text: text.slice(done), kind: null })
  return parts
}

const OPENING = '[redacted:'
const PLACEHOLDER = /\[redacted:[a-z0-9-]{1,40}:[A-Za-z0-9]{1,32}\]/g

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length
}
