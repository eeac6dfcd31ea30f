import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react'
import { useLocation } from '../url/location.ts'
import { sessionPlace, type Panel, type SessionPlace } from '../url/place.ts'

export interface PanelProps {
  readonly session: string
  readonly agent: string | null
  readonly place: SessionPlace
}

/** What stands beside the transcript: files, diffs, context, trace, raw entries, the tree. */
export function Inspector({
  session,
  agent,
  panel,
}: {
  readonly session: string
  readonly agent: string | null
  readonly panel: Panel
}): ReactElement {
  const place = useLocation()
  const Shown = SHOWN[panel]
  return (
    <Shown
      key={session}
      session={session}
      agent={agent}
      place={place.page === 'session' ? place : sessionPlace(session, { agent, panel })}
    />
  )
}

const SHOWN: Readonly<Record<Panel, LazyExoticComponent<ComponentType<PanelProps>>>> = {
  files: lazy(async () => ({ default: (await import('./files-panel.tsx')).FilesPanel })),
  diff: lazy(async () => ({ default: (await import('./diff-panel.tsx')).DiffPanel })),
  context: lazy(async () => ({ default: (await import('./context-panel.tsx')).ContextPanel })),
  trace: lazy(async () => ({ default: (await import('./trace-panel.tsx')).TracePanel })),
  tree: lazy(async () => ({ default: (await import('./tree-panel.tsx')).TreePanel })),
  compare: lazy(async () => ({ default: (await import('./compare-panel.tsx')).ComparePanel })),
  raw: lazy(async () => ({ default: (await import('./raw-panel.tsx')).RawPanel })),
  doctor: lazy(async () => ({ default: (await import('./doctor-panel.tsx')).DoctorPanel })),
}
