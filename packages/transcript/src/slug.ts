/**
 * The name of a project's folder under `projects/`. Lossy: `a_b`, `a.b` and `a-b` share a slug, so a project's path
 * is read from the `cwd` of its rows and never decoded from here.
 */

/** Longer slugs are cut here and get a hash of the whole path. */
const MAX_LENGTH = 200

/**
 * The slug of an absolute path, which the program takes from the real path (symlinks resolved) of the directory it
 * was started in. Every UTF-16 unit outside `[A-Za-z0-9]` becomes a dash, so an emoji becomes two; nothing is
 * stripped, and `E:\x` gives `E--x`.
 */
export function slugOf(path: string): string {
  const dashed = dash(path)
  return dashed.length <= MAX_LENGTH ? dashed : `${dashed.slice(0, MAX_LENGTH)}-${hash(path)}`
}

/**
 * Whether a folder's name can be the slug of a path. For long paths the hash is not compared: older versions of the
 * SDK computed it differently, so whoever looks a project up goes by the prefix and confirms by `cwd`.
 */
export function slugMatches(slug: string, path: string): boolean {
  const dashed = dash(path)
  return dashed.length <= MAX_LENGTH ? slug === dashed : slug.startsWith(`${dashed.slice(0, MAX_LENGTH)}-`)
}

function dash(path: string): string {
  // Without the `u` flag the class matches UTF-16 units, which is the rule.
  return path.replace(/[^A-Za-z0-9]/g, '-')
}

/** `h * 31 + unit` in 32 bits, its absolute value in base 36. */
function hash(path: string): string {
  let h = 0
  for (let i = 0; i < path.length; i += 1) h = (Math.imul(h, 31) + path.charCodeAt(i)) | 0
  return Math.abs(h).toString(36)
}
