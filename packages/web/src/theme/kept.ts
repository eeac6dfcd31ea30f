/** What this browser remembers of the app's look. Never anything out of a transcript. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`skein:${name}`) ?? 'null')
  } catch {
    // No storage, or what stands in it is not ours: as if nothing had been kept.
    return null
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`skein:${name}`, JSON.stringify(value))
  } catch {
    // No storage, or it is full: the app works without.
  }
}
