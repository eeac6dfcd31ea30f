import { inertLine, whole, withoutFolder } from '@skein/view'
import type { ReactElement } from 'react'
import css from './inspector.module.css'

/** A path whose last part is read first; below the session's folder without it. */
export function FilePath({ path, cwd }: { readonly path: string; readonly cwd: string }): ReactElement {
  const shown = inertLine(cwd === '' ? path : withoutFolder(path, cwd))
  const slash = shown.lastIndexOf('/')
  return (
    <span className={css.path} title={inertLine(path)}>
      {slash >= 0 && <span className={css.folder}>{shown.slice(0, slash + 1)}</span>}
      <span className={css.fileName}>{shown.slice(slash + 1)}</span>
    </span>
  )
}

/** `+12 −3`, and the two as a bar of five. */
export function Lines({
  added,
  removed,
}: {
  readonly added: number
  readonly removed: number
}): ReactElement {
  const all = added + removed
  const green =
    all === 0 ? 0 : Math.max(added > 0 ? 1 : 0, Math.min(removed > 0 ? 4 : 5, Math.round((5 * added) / all)))
  return (
    <span className={css.lines}>
      <span className={css.added}>+{whole(added)}</span>
      <span className={css.removed}>−{whole(removed)}</span>
      <svg className={css.blocks} viewBox="0 0 34 6" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((at) => (
          <rect
            key={at}
            x={at * 7}
            width="6"
            height="6"
            rx="1"
            className={all === 0 ? css.blockNone : at < green ? css.blockAdded : css.blockRemoved}
          />
        ))}
      </svg>
    </span>
  )
}
