import { useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { Footer } from '#app/footer.tsx'
import { Header } from '#app/header.tsx'
import { PageLoader } from '#app/page-loader.tsx'
import { useFocusOnArrival } from '#app/use-focus-on-arrival.ts'
import { cinema } from '#lib/cinema.ts'
import { LiveRegion } from '#ui/announcer.tsx'
import { Toaster } from '#ui/toaster.tsx'

/** The house around every page. */
export function Layout() {
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main)

  return (
    <div className="house-light flex min-h-svh flex-col">
      <title>{cinema.brandName}</title>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <Footer />
      <PageLoader />
      <Toaster />
      <LiveRegion />
      <ScrollRestoration />
    </div>
  )
}
