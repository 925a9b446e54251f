import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { DialogHost } from '#ui/dialog-host.tsx'
import { MissedNavigation } from './missed-navigation.ts'
import { AppRoutes } from './routes.tsx'

/** The app without its router, which differs between the browser and the server. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <DialogHost>
          <AppRoutes />
          <MissedNavigation />
        </DialogHost>
      </QueryClientProvider>
    </StrictMode>
  )
}
