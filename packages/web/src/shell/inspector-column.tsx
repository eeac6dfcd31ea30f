import { lazy, Suspense, useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { Boundary } from '../ui/boundary.tsx'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Skeleton } from '../ui/states.tsx'
import { tabPanelId, Tabs } from '../ui/tabs.tsx'
import { withPanel } from '../inspector/panel-place.ts'
import { navigate } from '../url/location.ts'
import { PANELS, type Panel, type SessionPlace } from '../url/place.ts'
import css from './inspector-column.module.css'

const Inspector = lazy(async () => ({ default: (await import('../inspector/inspector.tsx')).Inspector }))

/** The right column, or a sheet over the session where there is no room for one. */
export function InspectorColumn({
  place,
  className,
  isOver,
  children,
}: {
  readonly place: SessionPlace & { readonly panel: Panel | null }
  readonly className: string
  readonly isOver: boolean
  /** The line that it is drawn wider with. */
  readonly children: ReactNode
}): ReactElement {
  const panel = place.panel ?? 'files'
  const box = useRef<HTMLElement>(null)
  const close = (): void => navigate({ ...place, panel: null })
  useShortcut({ keys: 'Escape', label: 'Close the panel', group: 'Panels', run: close })
  const { full, ...more } = place.more
  const isFull = full === '1'
  const widen = (): void =>
    navigate({ ...place, more: isFull ? more : { ...more, full: '1' } }, { replace: true })
  useShortcut({ keys: 'w', label: 'Widen the panel', group: 'Panels', run: widen })
  // Of eight tabs not all are always to be seen.
  useEffect(() => {
    document.getElementById(`inspector-tab-${panel}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [panel])
  useEffect(() => {
    if (isOver) box.current?.focus()
  }, [isOver])
  return (
    <aside
      ref={box}
      tabIndex={-1}
      className={classes(className, css.column, isFull && css.full)}
      aria-label="Inspector"
    >
      <header className={css.head}>
        <Tabs
          of="inspector"
          label="Panels"
          tabs={PANELS.map((name) => ({ name, label: LABELS[name] }))}
          current={panel}
          onSelect={(name) => navigate(withPanel(place, name), { replace: true })}
        />
        <span className={css.buttons}>
          <span className={css.widen}>
            <IconButton
              icon={isFull ? 'forward' : 'back'}
              label={isFull ? 'Beside the session' : 'Over the session'}
              keys="w"
              on={isFull}
              onClick={widen}
            />
          </span>
          <IconButton icon="close" label="Close the panel" keys="Escape" onClick={close} />
        </span>
      </header>
      <div
        className={css.body}
        role="tabpanel"
        id={tabPanelId('inspector', panel)}
        aria-labelledby={`inspector-tab-${panel}`}
        tabIndex={0}
      >
        <Boundary of={`${place.session} ${place.agent} ${panel}`}>
          <Suspense fallback={<Skeleton lines={12} />}>
            <Inspector session={place.session} agent={place.agent} panel={panel} />
          </Suspense>
        </Boundary>
      </div>
      {children}
    </aside>
  )
}

const LABELS: Readonly<Record<Panel, string>> = {
  files: 'Files',
  diff: 'Diff',
  context: 'Context',
  trace: 'Trace',
  tree: 'Tree',
  compare: 'Compare',
  raw: 'Raw',
  doctor: 'Doctor',
}
