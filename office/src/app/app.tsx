import { PAIR_PAGE } from '@marquee/contract/office/devices'
import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { Notifications } from '@marquee/ui-kit/ui/notifications.tsx'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { pageError } from './page-error.tsx'
import { PairedApp } from './paired-app.tsx'

const PairPage = lazy(async () => ({ default: (await import('#pages/pair.tsx')).PairPage }))

export function App() {
  return (
    <ErrorBoundary fallback={pageError}>
      <Routes>
        <Route
          path={PAIR_PAGE}
          element={
            <Suspense>
              <PairPage />
            </Suspense>
          }
        />
        <Route path="*" element={<PairedApp />} />
      </Routes>
      <Notifications />
    </ErrorBoundary>
  )
}
