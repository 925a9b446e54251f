import type { PAIR_PAGE } from '@marquee/contract/office/devices'
import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { Notifications } from '@marquee/ui-kit/ui/notifications.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import Smartphone from 'lucide-react/icons/smartphone'
import { Suspense } from 'react'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router'
import {
  homePath,
  mayManageShows,
  mayOpen,
  maySeeShow,
  OFFICE_PAGES,
  type PageName,
  programmeMoviesPath,
  programmeNewMoviePath,
  programmePlanPath,
  WELCOME_PATH,
} from '#lib/access.ts'
import { deviceQuery, useScopes } from '#lib/device.queries.ts'
import { useLiveUpdates } from '#lib/live-updates.ts'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Layout } from './layout.tsx'
import { LockScreen } from './lock-screen.tsx'
import { pageElement } from './page-element.ts'
import { useLock } from './use-lock.ts'

// The contract itself would load zod.
const PAIR_PATH: typeof PAIR_PAGE = '/pair'

export function App() {
  return (
    <ErrorBoundary fallback={pageError}>
      <Routes>
        <Route path={PAIR_PATH} element={<Suspense>{pageElement('pair')}</Suspense>} />
        <Route path="*" element={<PairedApp />} />
      </Routes>
      <Notifications />
    </ErrorBoundary>
  )
}

/** The pages of a paired device, else how to pair it. */
function PairedApp() {
  const { data, error, refetch } = useQuery(deviceQuery)
  if (data?.isLocked) return <LockScreen device={data} />
  if (data) return <PairedPages />
  if (data === null) return <NotPairedPage />
  return (
    <main className="mx-auto max-w-xl p-6">
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
    </main>
  )
}

function PairedPages() {
  const scopes = useScopes()
  useLiveUpdates()
  useLock()
  const { pathname } = useLocation()
  const pages = (Object.keys(OFFICE_PAGES) as PageName[]).filter((page) => mayOpen(scopes, page))
  return (
    <Layout>
      <ErrorBoundary resetKey={pathname} fallback={pageError}>
        <Suspense
          fallback={
            <main className="p-6">
              <SkeletonRows />
            </main>
          }
        >
          <Routes>
            {pages.map((page) => (
              <Route key={page} path={OFFICE_PAGES[page].path} element={pageElement(page)} />
            ))}
            {!mayOpen(scopes, 'today') && (
              <Route path="/" element={<Navigate to={homePath(scopes)} replace />} />
            )}
            {maySeeShow(scopes) && (
              <Route path="/shows/:showtimeId" element={pageElement('show')} />
            )}
            {mayManageShows(scopes) && (
              <Route path="/shows/:showtimeId/move" element={pageElement('moveShow')} />
            )}
            {mayOpen(scopes, 'programme') && (
              <>
                <Route path={programmePlanPath} element={pageElement('programmePlan')} />
                <Route path={programmeMoviesPath} element={pageElement('movies')} />
                <Route path={programmeNewMoviePath} element={pageElement('movie')} />
                <Route path={`${programmeMoviesPath}/:movieId`} element={pageElement('movie')} />
              </>
            )}
            {mayManageShows(scopes) && (
              <Route path={WELCOME_PATH} element={pageElement('welcome')} />
            )}
            {mayManageShows(scopes) && (
              <Route path={`${OFFICE_PAGES.halls.path}/:screenId`} element={pageElement('hall')} />
            )}
            {mayOpen(scopes, 'bookings') && (
              <Route path="/bookings/:reference" element={pageElement('bookings')} />
            )}
            {mayOpen(scopes, 'enquiries') && (
              <Route path="/enquiries/:enquiryId" element={pageElement('enquiries')} />
            )}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}

function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        ornament={<SearchX />}
        title="There is nothing at this address"
        actions={
          <Link to="/" className="font-semibold text-link">
            Go to the start
          </Link>
        }
      />
    </Page>
  )
}

/** What a browser sees that is not paired, or no longer. */
function NotPairedPage() {
  return (
    <Page title="Not paired" heading={<h1 className="sr-only">Not paired</h1>}>
      <div className="mx-auto mt-[12svh] max-w-xl">
        <EmptyState
          ornament={<Smartphone />}
          title="This device is not paired with the office"
          text="Ask a manager to add it under Devices. Open the link on this device, or scan its QR code. For the first device, the server prints a link when it starts."
        />
      </div>
    </Page>
  )
}

/** Shown instead of a page that throws an error or whose code cannot be loaded. */
const pageError = (error: Error, retry: () => void) => (
  <main className="mx-auto max-w-xl p-6">
    <LoadError error={error} onRetry={retry} />
  </main>
)
