/** The last part of a folder's path: what people call a project. */
export function projectName(cwd: string): string {
  const parts = cwd.split(/[/\\]/).filter((part) => part !== '')
  return parts.at(-1) ?? cwd
}

/** A path with the middle left out, the last parts whole. */
export function shortPath(path: string, most = 40): string {
  if (path.length <= most) return path
  const parts = path.split('/')
  let end = parts.pop() ?? ''
  while (parts.length > 0 && end.length + (parts.at(-1) ?? '').length + 3 <= most)
    end = `${parts.pop()}/${end}`
  return `…/${end}`
}

/** `claude-opus-4-1-20250805` is `opus 4.1` in a line; what is not one of these stays as it is. */
export function shortModel(model: string): string {
  const match =
    /^(?:[\w.]+[./])?claude-(?:(\d+)(?:-(\d{1,2}))?-)?([a-z]+)(?:-(\d+))?(?:-(\d{1,2}))?(?:[-@]\d{8})?(?:\[.*\])?(?:-v\d.*)?$/.exec(
      model,
    )
  if (!match) return model
  const [, oldMajor, oldMinor, family, major, minor] = match
  const version = [oldMajor ?? major, oldMinor ?? minor].filter(Boolean).join('.')
  return version === '' ? family : `${family} ${version}`
}
