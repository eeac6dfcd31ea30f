import { lazy, Suspense, type ReactElement } from 'react'
import { SessionPage } from '../session/session-page.tsx'
import { Skeleton, EmptyState } from '../ui/states.tsx'
import { Boundary } from '../ui/boundary.tsx'
import { Link } from '../url/link.tsx'
import { NO_LIST, type Place } from '../url/place.ts'
import { Welcome } from './welcome.tsx'

const SearchPage = lazy(async () => ({ default: (await import('../search/search-page.tsx')).SearchPage }))
const UsagePage = lazy(async () => ({ default: (await import('../usage/usage-page.tsx')).UsagePage }))
const SettingsPage = lazy(async () => ({
  default: (await import('../settings/settings-page.tsx')).SettingsPage,
}))

/** What is read: a session, or one of the other pages. */
export function MainColumn({ place }: { readonly place: Place }): ReactElement {
  return (
    <Boundary of={place.page === 'session' ? place.session : place.page}>
      <Suspense fallback={<Skeleton lines={9} />}>
        <Page place={place} />
      </Suspense>
    </Boundary>
  )
}

function Page({ place }: { readonly place: Place }): ReactElement {
  switch (place.page) {
    case 'session':
      return <SessionPage key={`${place.session} ${place.agent}`} place={place} />
    case 'search':
      return <SearchPage q={place.q} />
    case 'usage':
      return <UsagePage />
    case 'settings':
      return <SettingsPage />
    case 'not-found':
      return (
        <EmptyState icon="search" page title="There is no such page">
          <p>
            <code>/{place.path}</code>
          </p>
          <p>
            <Link to={{ page: 'inbox', list: NO_LIST, more: {} }}>To the inbox</Link>
          </p>
        </EmptyState>
      )
    default:
      return <Welcome />
  }
}
