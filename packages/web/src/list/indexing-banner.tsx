import { skipToken, useQuery } from '@tanstack/react-query'
import type { IndexingEvent } from '@skein/view'
import type { ReactElement } from 'react'
import { keys } from '../api/queries.ts'
import css from './indexing-banner.module.css'

/** While the server reads a history for the first time: what is listed is what was read so far. */
export function IndexingBanner(): ReactElement | null {
  const { data } = useQuery<IndexingEvent | null>({ queryKey: keys.indexing, queryFn: skipToken })
  if (data === undefined || data === null) return null
  const { bytesDone, bytesTotal } = data
  return (
    <aside className={css.banner} aria-label="Reading your history">
      <label>
        Reading your history, {Math.floor((bytesDone / bytesTotal) * 100)} %
        <progress max={bytesTotal} value={bytesDone} />
      </label>
    </aside>
  )
}
