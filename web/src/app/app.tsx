import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { DialogHost } from '#ui/dialogs/dialog-host.tsx'
import { PageError } from './page-error.tsx'
import { AppRoutes } from './routes.tsx'

/** The app without its router, which differs between the browser and the server. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary fallback={() => <PageError />}>
          <DialogHost>
            <AppRoutes />
            <MissedNavigation />
          </DialogHost>
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
}

/** Repeats the event of a visitor who went back while the app was starting, before the router listened. Otherwise the page and its address differ. */
export function MissedNavigation() {
  const { pathname, search } = useLocation()

  useEffect(() => {
    const { location, history } = window
    if (pathname + search === location.pathname + location.search) return
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, [pathname, search])

  return null
}
