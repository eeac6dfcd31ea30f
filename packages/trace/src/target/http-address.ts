/** An address to send to, with what stood in front of its `@` as the header that it means. */
export interface HttpAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Null where it is no address of the web. */
export function httpAddress(text: string): HttpAddress | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  // `fetch` refuses an address with a password, and tells it in its error.
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  if (username === '' && password === '') return { url: url.href, headers: {} }
  return { url: url.href, headers: basicAuth(decoded(username), decoded(password)) }
}

/** A password may hold a % that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function basicAuth(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

/** The same address with more path behind it. */
export function under(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}
