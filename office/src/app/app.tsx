import { PAIR_PAGE } from '@marquee/contract/office/devices'
import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { Toaster } from '@marquee/ui-kit/ui/toaster.tsx'
import { Route, Routes } from 'react-router'
import { PairPage } from '#pages/pair.tsx'
import { pageError } from './page-error.tsx'
import { PairedApp } from './paired-app.tsx'

export function App() {
  return (
    <ErrorBoundary fallback={pageError}>
      <Routes>
        <Route path={PAIR_PAGE} element={<PairPage />} />
        <Route path="*" element={<PairedApp />} />
      </Routes>
      <Toaster />
    </ErrorBoundary>
  )
}
