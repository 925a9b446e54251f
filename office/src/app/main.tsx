import { resetServerClock, watchClockSteps } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { refetchDevice } from '#lib/device.queries.ts'
import { App } from './app.tsx'
import { findPage } from './load-page.ts'
import { preparePage } from './page-element.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

// A page with unsaved changes can stop a navigation of this router.
const router = createBrowserRouter([{ path: '*', element: <App /> }])

/** A first page that takes longer is rendered with what stands in for it. */
const MAX_WAIT_MS = 1000

/** Renders the app once, with its first page. Skeletons before it would take a slow device as long as the page. */
async function renderApp(container: Element) {
  const page = findPage(location)
  if (page) await Promise.race([preparePage(page).catch(() => undefined), wait(MAX_WAIT_MS)])
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

void renderApp(root)

// After sleep the device's own clock is the best guess until the server answers.
watchClockSteps(() => {
  resetServerClock()
  refetchDevice()
})

// The worker keeps the app on the device. Missing outside https, and it must not store the modules of the development server.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js')
