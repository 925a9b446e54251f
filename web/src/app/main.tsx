import '#styles/app.css'
import { setRenderTime } from '@marquee/browser/clock.ts'
import { queryClient } from '@marquee/browser/query-client.ts'
import { hydrate } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { readPageData } from '#lib/page-data.ts'
import { App } from './app.tsx'
import { startServices } from './start-services.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const app = (
  // Without transitions, the location changes at the click, not when the code of the page is loaded.
  <BrowserRouter useTransitions={false}>
    <App queryClient={queryClient} />
  </BrowserRouter>
)

const pageData = readPageData()
if (pageData) {
  setRenderTime(pageData.renderTime)
  hydrate(queryClient, pageData.queries)
}
startServices()
if (pageData) hydrateRoot(root, app)
else createRoot(root).render(app)
