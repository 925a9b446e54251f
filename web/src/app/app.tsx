import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { DialogHost } from '#ui/dialogs/dialog-host.tsx'
import { MissedNavigation } from './missed-navigation.ts'
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
