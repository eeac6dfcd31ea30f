import { minute } from '@skein/view'
import type { ReactElement } from 'react'
import { useNow } from './now.ts'
import { relativeTime } from './relative-time.ts'

/** A time as people say it, which goes on; the exact one on hover. */
export function Ago({ time }: { readonly time: number | null }): ReactElement | null {
  const now = useNow()
  if (time === null) return null
  return (
    <time dateTime={new Date(time).toISOString()} title={minute(time)}>
      {relativeTime(time, now)}
    </time>
  )
}
