/**
 * The address a link of a transcript may lead to; null where it may lead nowhere. Judged as a browser reads it: white
 * space and control characters in front of a scheme do not hide it.
 */
export function safeHref(href: string): string | null {
  if (href.length > MOST_SIGNS || !URL.canParse(href)) return null
  const url = new URL(href)
  return SCHEMES.has(url.protocol) ? url.href : null
}

/** The same for what tools fetched: `https:` alone. */
export function httpsHref(href: string): string | null {
  const safe = safeHref(href)
  return safe !== null && safe.startsWith('https:') ? safe : null
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
const MOST_SIGNS = 4000
