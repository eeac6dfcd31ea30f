import { useEffect, useState, type ReactElement } from 'react'
import { age } from '../format/relative-time.ts'
import { useNow } from '../format/now.ts'
import { useLiveStatus } from '../live/live.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './connection-banner.module.css'

/** Says when what is shown may be old. A short break is not worth a word. */
export function ConnectionBanner(): ReactElement | null {
  const { phase, heard } = useLiveStatus()
  const isAway = phase === 'waiting' || (phase === 'connecting' && heard !== null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!isAway) return setShown(false)
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isAway])
  const now = useNow()
  if (!shown) return null
  return (
    <div className={css.banner} role="status">
      <Icon name="offline" />
      <span>
        Offline, connecting again.
        {heard !== null && ` What you see is ${age(Math.max(0, now - heard))} old.`}
      </span>
    </div>
  )
}

const PATIENCE_MS = 2500
