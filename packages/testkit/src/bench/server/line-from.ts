import type { ChildProcess } from 'node:child_process'

/** Waits until a program has printed what the pattern looks for; its first group. */
export function lineFrom(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((found, fail) => {
    let text = ''
    const hear = (bytes: Buffer): void => {
      text += bytes.toString()
      const match = pattern.exec(text)
      if (match === null) return
      child.stdout?.off('data', hear)
      found(match[1] ?? '')
    }
    child.stdout?.on('data', hear)
    child.once('exit', (code) =>
      fail(new Error(`ended with ${code} before it said ${pattern.source}: ${text}`)),
    )
  })
}
