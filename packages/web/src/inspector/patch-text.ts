import type { Hunk } from '@skein/view'

/** Hunks as `git apply` reads them. Names without what would end a line. */
export function patchText(path: string, created: boolean, hunks: readonly Hunk[]): string {
  const name = path.replaceAll(/[\r\n]/g, '').replace(/^\/+/, '')
  const head = [`--- ${created ? '/dev/null' : `a/${name}`}`, `+++ b/${name}`]
  const body = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ])
  return `${[...head, ...body].join('\n')}\n`
}
