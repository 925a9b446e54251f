import { PAGES } from '@marquee/contract/pages'
import Printer from 'lucide-react/icons/printer'
import { Navigate, useLocation, useParams } from 'react-router'
import { CinemaChange } from '#features/booking-changes/cinema-change.tsx'
import { CinemaAddress } from '#features/cinema/cinema-address.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useSession } from '#features/session/session.store.ts'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { BringCar } from '#features/tickets/bring-car.tsx'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { ReplacePasses } from '#features/tickets/passes/replace-passes.tsx'
import { RefusedEmail } from '#features/tickets/refused-email.tsx'
import { useTicket } from '#features/tickets/ticket.queries.ts'
import type { TicketWithPasses } from '#features/tickets/ticket.ts'
import { TicketActions } from '#features/tickets/ticket-actions.tsx'
import { TicketView } from '#features/tickets/ticket-view.tsx'
import { useLocalClock } from '#lib/date-time.tsx'
import { pageTitle } from '#lib/page/page-title.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { refundTermsOf } from '#lib/refund-terms.ts'
import { useHasStarted } from '#lib/show-progress.ts'
import { Loading } from '#ui/loading.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { BookingLoadError } from './booking-load-error.tsx'

/** Signed-out users go to the sign-in page and return after it. */
export function TicketPage() {
  const userId = useSession(({ currentUser }) => currentUser?._id)
  const { reference = '' } = useParams()
  const { pathname } = useLocation()

  if (!userId) return <Navigate to={PAGES.signIn} state={{ from: pathname }} replace />
  return (
    <div className="min-h-svh">
      <title>{pageTitle('Ticket')}</title>
      <SignedInTicket key={reference} userId={userId} reference={reference} />
    </div>
  )
}

function SignedInTicket({ userId, reference }: { userId: string; reference: string }) {
  const { now } = useLocalClock()
  const { ticket: found, error, isFetching, refetch } = useTicket(userId, reference)

  if (found) {
    const { movie, startTime, cinema } = found.ticket
    return (
      <TicketView
        {...found}
        isStored={error !== null}
        poster={<MoviePoster movie={movie} sizes="(width < 48rem) 100vw, 40rem" priority alt="" />}
        message={
          <>
            <CinemaChange
              userId={userId}
              booking={found.ticket}
              onCancelled={() => void keepTickets(userId)}
            />
            {found.ticket.isEmailRefused && <RefusedEmail />}
          </>
        }
        address={<CinemaAddress cinema={cinema} />}
        actions={
          !found.ticket.cancellation && (
            <>
              <BringCar userId={userId} ticket={found.ticket} />
              <div className="flex flex-wrap gap-x-6 border-y border-brass/25 py-2 print:hidden">
                <TicketActions
                  userId={userId}
                  reference={reference}
                  startTime={startTime}
                  movie={movie.name}
                />
                {error === null && (
                  <ReplacePasses userId={userId} reference={reference} issue={found.passes.issue} />
                )}
                <button type="button" className={TICKET_ACTION} onClick={() => window.print()}>
                  <Printer aria-hidden="true" className="size-4" />
                  <span>Print</span>
                </button>
              </div>
              <p className="text-sm text-ash">{refundTermsOf(found.ticket, now)}</p>
              {error === null && <ChangeLink {...found} />}
            </>
          )
        }
      />
    )
  }
  if (error && !isFetching) return <BookingLoadError error={error} onRetry={refetch} />
  return <Loading>Loading your ticket...</Loading>
}

/** To the buttons that change and cancel the booking. Not after the start of the show, and not when the whole party has been admitted. */
function ChangeLink({ ticket, passes }: TicketWithPasses) {
  const hasStarted = useHasStarted(ticket.startTime)
  if (hasStarted || passes.admitted >= ticket.seats.length) return null
  return (
    <p className="print:hidden">
      <TextLink to={MY_BOOKINGS_PATH}>Change or cancel this booking</TextLink>
    </p>
  )
}
