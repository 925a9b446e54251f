import { PAGES } from '@marquee/contract/pages'
import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { Toaster } from '@marquee/ui-kit/ui/toaster.tsx'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { matchPath, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { Header } from '#app/header/header.tsx'
import { PageError } from '#app/page-error.tsx'
import { UpdateBanner } from '#app/services/update-banner.tsx'
import { repeatEarlyChanges } from '#lib/page/early-changes.ts'
import { repeatEarlyClick } from '#lib/page/early-click.ts'
import { LiveRegion } from '#ui/announcer.tsx'
import { EmailBanner } from './email-banner.tsx'
import { Footer } from './footer.tsx'
import { PageTransition } from './page-transition.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** The parts of long pages. A navigation focuses the content, so that these links are the next ones. */
const SKIP_LINKS = [
  [PAGES.home, 'showtimes', 'showtimes'],
  [PAGES.home, 'search', 'search'],
  [PAGES.home, 'footer', 'footer'],
  [PAGES.movie, 'showtimes', 'showtimes'],
  [PAGES.tickets, 'seat-map', 'seat map'],
] as const

/** The header, the footer and the shared layout. */
export function Layout() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useScrollRestoration()

  return (
    <div className="page-glow flex min-h-svh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header />
      {/* At least as tall as the window, so that the footer does not move when the content changes. */}
      <main id="main" ref={main} tabIndex={-1} className="min-h-svh grow outline-none">
        {SKIP_LINKS.filter(([page]) => matchPath(page, pathname)).map(([, id, name]) => (
          <a key={id} href={`#${id}`} className="skip-link">
            Skip to {name}
          </a>
        ))}
        <ErrorBoundary key={pathname} fallback={() => <PageError />}>
          <Suspense>
            <Outlet />
            <AppStart />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <EmailBanner />
      <UpdateBanner />
      <PageTransition />
      <Toaster />
      <LiveRegion />
    </div>
  )
}

/** In the boundary of the page: its effect runs when the code of the page is there, too. */
function AppStart() {
  useEffect(() => {
    repeatEarlyChanges()
    repeatEarlyClick()
  }, [])
  return null
}

/**
 * Moves the focus to the content after each navigation to another path, and scrolls to the top.
 * Going back keeps the scroll position for `useScrollRestoration`. The first page load changes nothing.
 */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const previousPath = useRef(pathname)

  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    main.current?.focus({ preventScroll: true })
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0)
  }, [pathname, navigationType, main])
}
