import type { Me } from '@skein/server'
import { lazy, Suspense, useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { HelpDialog } from '../help/help-dialog.tsx'
import { listenToKeys, useShortcut } from '../keyboard/shortcuts.ts'
import { Sidebar } from '../list/sidebar.tsx'
import { useLocation } from '../url/location.ts'
import { InspectorColumn } from './inspector-column.tsx'
import { BottomBar, TopBar } from './bars.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { MainColumn } from './main-column.tsx'
import css from './shell.module.css'
import { Splitter, useWidth, widthStyle, type Width } from './splitter.tsx'
import { useLayout } from './use-layout.ts'

const Palette = lazy(async () => ({ default: (await import('../search/palette.tsx')).Palette }))

const LIST: Width = { name: 'list', least: 240, most: 520, usual: 320 }
const INSPECTOR: Width = { name: 'inspector', least: 280, most: 900, usual: 440 }

/** The app, signed in: which sessions there are, the one that is read, and what stands beside it. */
export function Shell({ me }: { readonly me: Me }): ReactElement {
  const place = useLocation()
  const layout = useLayout()
  const [listWidth, setListWidth] = useWidth(LIST)
  const [inspectorWidth, setInspectorWidth] = useWidth(INSPECTOR)
  const [over, setOver] = useState<'help' | 'palette' | null>(null)
  useEffect(() => listenToKeys(), [])
  useShortcut({ keys: '?', label: 'This help', group: 'Anywhere', run: () => setOver('help') })
  useShortcut({ keys: '/', label: 'Search everything', group: 'Anywhere', run: () => setOver('palette') })
  useShortcut({
    keys: 'mod+k',
    label: 'Go to a session, search',
    group: 'Anywhere',
    whileTyping: true,
    run: () => setOver((now) => (now === 'palette' ? null : 'palette')),
  })

  const hasPanel = place.page === 'session' && place.panel !== null
  const isListPage = place.page === 'inbox' || place.page === 'project'
  const showList = layout !== 'narrow' || isListPage
  const showMain = layout !== 'narrow' || !isListPage
  return (
    <div className={css.shell} style={widthStyle({ list: listWidth, inspector: inspectorWidth })}>
      <a className={css.skip} href="#main" onClick={skipToMain}>
        Skip to the session
      </a>
      {showList && (
        <ListColumn isMain={!showMain}>
          <TopBar onSearch={() => setOver('palette')} onHelp={() => setOver('help')} place={place} />
          <Sidebar place={place} me={me} />
          <ConnectionBanner />
          {showMain && <Splitter width={LIST} value={listWidth} onChange={setListWidth} side="left" />}
        </ListColumn>
      )}
      {showMain && (
        <main id="main" tabIndex={-1} className={css.main}>
          <MainColumn place={place} />
          {!showList && <ConnectionBanner />}
        </main>
      )}
      {hasPanel && (
        <InspectorColumn place={place} className={css.inspector} isOver={layout !== 'wide'}>
          <Splitter width={INSPECTOR} value={inspectorWidth} onChange={setInspectorWidth} side="right" />
        </InspectorColumn>
      )}
      {layout === 'narrow' && place.page !== 'session' && (
        <BottomBar place={place} onSearch={() => setOver('palette')} />
      )}
      {over === 'help' && <HelpDialog onClose={() => setOver(null)} />}
      {over === 'palette' && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOver(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Beside a session the list is a way to others; alone on a narrow screen it is what the page is about. */
function ListColumn({
  isMain,
  children,
}: {
  readonly isMain: boolean
  readonly children: ReactNode
}): ReactElement {
  if (!isMain)
    return (
      <nav className={css.list} aria-label="Sessions">
        {children}
      </nav>
    )
  return (
    <main id="main" tabIndex={-1} className={css.list}>
      <h1 className="sr-only">Sessions</h1>
      {children}
    </main>
  )
}

/** The address stays as it is: a fragment would be a place of its own. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
