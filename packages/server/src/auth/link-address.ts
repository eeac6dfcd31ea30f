/** The address of a one-time link. */
export function linkAddress(origin: string, basePath: string, token: string): string {
  return `${origin}${basePath}/open?token=${token}`
}
