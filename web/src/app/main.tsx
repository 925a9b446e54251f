import '#styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AppRoutes } from '#app/routes.tsx'
import { startServices } from '#app/start-services.ts'
import { queryClient } from '#lib/query-client.ts'
import { DialogHost } from '#ui/dialog-host.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

startServices()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* Without transitions, the location changes at the click, not when the code of the page is loaded. */}
      <BrowserRouter useTransitions={false}>
        <DialogHost>
          <AppRoutes />
        </DialogHost>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
