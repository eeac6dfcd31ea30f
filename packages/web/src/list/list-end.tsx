import { useEffect, useRef, type ReactElement } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import css from './session-list.module.css'

/** The end of what is loaded: the next page comes when it gets near the screen. */
export function ListEnd({
  more,
  busy,
  failed,
  onReach,
}: {
  readonly more: boolean
  readonly busy: boolean
  readonly failed: boolean
  readonly onReach: () => void
}): ReactElement | null {
  const end = useRef<HTMLDivElement>(null)
  const reach = useRef(onReach)
  useEffect(() => {
    reach.current = onReach
  })
  const waits = more && !busy && !failed
  useEffect(() => {
    if (!end.current || !waits) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && reach.current(),
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits])
  if (!more) return null
  return (
    <div ref={end} className={css.end}>
      {busy && <Spinner />}
      {failed && (
        <Button look="quiet" icon="retry" onClick={onReach}>
          More could not be loaded
        </Button>
      )}
    </div>
  )
}
