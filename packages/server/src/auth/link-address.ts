/** The address of a one-time link; `url`: origin and base path, without a slash at the end. */
export function linkAddress(url: string, token: string): string {
  return `${url}/open?token=${token}`
}
