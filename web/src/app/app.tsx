import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { AppRoutes } from '#app/routes.tsx'
import { DialogHost } from '#ui/dialog-host.tsx'

/** The app without its router, which differs between the browser and the server. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <DialogHost>
          <AppRoutes />
        </DialogHost>
      </QueryClientProvider>
    </StrictMode>
  )
}
