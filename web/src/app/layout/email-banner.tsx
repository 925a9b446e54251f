import { PAGES } from '@marquee/contract/pages'
import { lazy, Suspense } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useSession } from '#features/session/session.store.ts'

const ConfirmEmailBanner = lazy(async () => ({
  default: (await import('#features/session/confirm-email-banner.tsx')).ConfirmEmailBanner,
}))

/** Pages that the banner must not disturb: buying, changing, the ticket at the door, and the confirmation itself. */
const PAGES_WITHOUT_BANNER = [
  PAGES.tickets,
  PAGES.payment,
  PAGES.ticket,
  PAGES.changeSeats,
  PAGES.pass,
  PAGES.confirmEmail,
  PAGES.resetPassword,
]

export function EmailBanner() {
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
