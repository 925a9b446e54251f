import { PAGES } from '@marquee/contract/pages'
import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { Notifications } from '@marquee/ui-kit/ui/notifications.tsx'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { matchPath, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { Header } from '#app/header/header.tsx'
import { PageError } from '#app/page-error.tsx'
import { useAppUpdate } from '#app/services/app-update.ts'
import { useSession } from '#features/session/session.store.ts'
import { repeatEarlyChanges } from '#lib/page/early-changes.ts'
import { repeatEarlyClick } from '#lib/page/early-click.ts'
import { LiveRegion } from '#ui/announcer.tsx'
import { Ornament } from '#ui/ornament.tsx'
import { Footer } from './footer.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** The parts of long pages. A navigation focuses the content, so that these links are the next ones. */
const SKIP_LINKS = [
  [PAGES.home, 'showtimes', 'showtimes'],
  [PAGES.home, 'search', 'search'],
  [PAGES.home, 'footer', 'footer'],
  [PAGES.movie, 'showtimes', 'showtimes'],
  [PAGES.seatScreen, 'seat-map', 'seat map'],
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
      <Notifications />
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

const ConfirmEmailBanner = lazy(async () => ({
  default: (await import('#features/session/confirm-email-banner.tsx')).ConfirmEmailBanner,
}))

/** Pages that the banner must not disturb: buying, changing, the ticket at the door, and the confirmation itself. */
const PAGES_WITHOUT_BANNER = [
  PAGES.seatScreen,
  PAGES.payment,
  PAGES.ticket,
  PAGES.changeSeats,
  PAGES.pass,
  PAGES.confirmEmail,
  PAGES.resetPassword,
]

function EmailBanner() {
  const { pathname } = useLocation()
  const currentUser = useSession((session) => session.currentUser)
  const isEmailUnconfirmed = useSession((session) => session.isEmailUnconfirmed)
  if (!currentUser || !isEmailUnconfirmed) return null
  if (PAGES_WITHOUT_BANNER.some((page) => matchPath(page, pathname))) return null
  return (
    <Suspense>
      <ConfirmEmailBanner user={currentUser} />
    </Suspense>
  )
}

const UpdateMessage = lazy(async () => ({
  default: (await import('#app/services/update-message.tsx')).UpdateMessage,
}))

/** Not shown during a payment. */
function UpdateBanner() {
  const { pathname } = useLocation()
  const apply = useAppUpdate((update) => update.apply)
  if (!apply || pathname === PAGES.payment) return null
  return (
    <Suspense>
      <UpdateMessage apply={apply} />
    </Suspense>
  )
}

/** Specification §9. */
const COVER_MS = 1000
const REVEAL_MS = 250

/**
 * Covers the page for a second after each navigation to another path. The new page loads and renders behind it.
 * It does not receive focus or keyboard input.
 */
function PageTransition() {
  const { pathname } = useLocation()
  const [navigation, setNavigation] = useState({ pathname, count: 0 })
  if (navigation.pathname !== pathname) setNavigation({ pathname, count: navigation.count + 1 })

  return <div role="status">{navigation.count > 0 && <Overlay key={navigation.count} />}</div>
}

function Overlay() {
  const [phase, setPhase] = useState<'covering' | 'revealing' | 'done'>('covering')

  useEffect(() => {
    if (phase === 'done') return
    const isCovering = phase === 'covering'
    const timer = setTimeout(
      () => setPhase(isCovering ? 'revealing' : 'done'),
      isCovering ? COVER_MS : REVEAL_MS,
    )
    return () => clearTimeout(timer)
  }, [phase])

  if (phase === 'done') return null
  return (
    <div data-page-transition={phase} className="page-transition">
      <span className="page-transition-left" />
      <span className="page-transition-right" />
      <div className="page-transition-text">
        <Ornament className="mx-auto mb-5 w-48" />
        <p>Preparing your premium experience...</p>
      </div>
    </div>
  )
}
