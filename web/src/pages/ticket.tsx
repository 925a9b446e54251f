import { ApiError, isSessionRefusal } from '@marquee/browser/api.ts'
import { BOOKING_NOT_FOUND } from '@marquee/contract/booking-reference'
import { PAGES } from '@marquee/contract/pages'
import Printer from 'lucide-react/icons/printer'
import { Navigate, useLocation, useParams } from 'react-router'
import { MovedShow } from '#features/booking-changes/moved-show.tsx'
import { CinemaAddress } from '#features/cinema/cinema-address.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { session, useSession } from '#features/session/session.store.ts'
import { ACTION } from '#features/tickets/action-style.ts'
import { BringCar } from '#features/tickets/bring-car.tsx'
import { keepTickets } from '#features/tickets/keep-tickets.ts'
import { useTicket } from '#features/tickets/ticket.queries.ts'
import type { Ticket } from '#features/tickets/ticket.ts'
import { TicketActions } from '#features/tickets/ticket-actions.tsx'
import { TicketView } from '#features/tickets/ticket-view.tsx'
import { pageTitle } from '#lib/page-title.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'

/** Signed-out users go to the sign-in page and return after it. */
export function TicketPage() {
  const userId = useSession(({ currentUser }) => currentUser?._id)
  const { reference = '' } = useParams()
  const { pathname } = useLocation()

  if (!userId) return <Navigate to={PAGES.signIn} state={{ from: pathname }} replace />
  return (
    <div className="min-h-svh">
      <title>{pageTitle('Ticket')}</title>
      <OwnTicket key={reference} userId={userId} reference={reference} />
    </div>
  )
}

function OwnTicket({ userId, reference }: { userId: string; reference: string }) {
  const { ticket: found, error, isFetching, refetch } = useTicket(userId, reference)

  if (found) {
    const { movie, startTime, cinema } = found.ticket
    return (
      <TicketView
        {...found}
        isStored={error !== null}
        poster={<MoviePoster movie={movie} sizes="(width < 48rem) 100vw, 40rem" priority alt="" />}
        notice={<TicketNotice userId={userId} ticket={found.ticket} />}
        address={<CinemaAddress cinema={cinema} />}
        actions={
          !found.ticket.isCancelled && (
            <>
              <BringCar userId={userId} ticket={found.ticket} />
              <div className="flex flex-wrap gap-x-6 border-y border-brass/25 py-2 print:hidden">
                <TicketActions {...{ userId, reference, startTime }} movie={movie.name} />
                <button type="button" className={ACTION} onClick={() => window.print()}>
                  <Printer aria-hidden="true" className="size-4" /> Print
                </button>
              </div>
              <p className="text-sm text-ash">{siteSettings.refundTerms}</p>
            </>
          )
        }
      />
    )
  }
  if (error && !isFetching) return <LoadError error={error} onRetry={refetch} />
  return <Loading>Loading your ticket...</Loading>
}

/** What the cinema has changed. */
function TicketNotice({ userId, ticket }: { userId: string; ticket: Ticket }) {
  const { moved } = ticket
  return (
    moved && (
      <MovedShow
        userId={userId}
        booking={{ ...ticket, moved }}
        onCancelled={() => void keepTickets(userId)}
      />
    )
  )
}

function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isNotFound = error instanceof ApiError && [400, 404].includes(error.status)
  if (isNotFound) {
    return (
      <EmptyState
        isPage
        title={BOOKING_NOT_FOUND}
        text="It may belong to another account, or the link is incorrect."
        actions={<LinkButton to={MY_BOOKINGS_PATH}>View My Bookings</LinkButton>}
      />
    )
  }
  return (
    <div className="px-4 py-24">
      <ErrorState
        isPage
        title={error.message}
        actions={
          isSessionRefusal(error) ? (
            <Button onClick={session.clearUser}>Sign In Again</Button>
          ) : (
            <Button onClick={onRetry}>Try Again</Button>
          )
        }
      />
    </div>
  )
}
