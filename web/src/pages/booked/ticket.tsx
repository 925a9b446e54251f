import {
  BRING_CAR_MINUTES,
  bringCar,
  listOwnVehicles,
  type VehicleState,
} from '@marquee/contract/office/valet'
import { PAGES } from '@marquee/contract/pages'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Car from 'lucide-react/icons/car'
import Printer from 'lucide-react/icons/printer'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { CinemaChange } from '#features/booking-changes/cinema-change.tsx'
import { CinemaAddress } from '#features/cinema/cinema-address.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useSession } from '#features/session/session.store.ts'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { RefusedEmail } from '#features/tickets/refused-email.tsx'
import { useReplacePasses, useTicket } from '#features/tickets/ticket.queries.ts'
import { showTimes, type Ticket, type TicketWithPasses } from '#features/tickets/ticket.ts'
import { TicketActions } from '#features/tickets/ticket-actions.tsx'
import { TicketView } from '#features/tickets/ticket-view.tsx'
import { callAsUser } from '#lib/api/api.ts'
import { useLocalClock } from '#lib/date-time.tsx'
import { pageTitle } from '#lib/page/page-title.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { describeRefundTerms } from '#lib/refund-terms.ts'
import { useHasStarted } from '#lib/show-progress.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Loading } from '#ui/loading.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { BookingLoadError } from './booking-load-error.tsx'

/** How often an open ticket asks whether the vehicle comes. */
const VEHICLES_INTERVAL_MS = 15_000

const vehiclesKey = (userId: string, reference: string) => ['vehicles', userId, reference]

/** The vehicles of a booking. Not asked before the visitor can call them. */
const useVehicles = (userId: string, reference: string, isCallable: boolean) =>
  useQuery({
    queryKey: vehiclesKey(userId, reference),
    queryFn: ({ signal }) => callAsUser(listOwnVehicles, { params: { reference } }, userId, signal),
    enabled: isCallable,
    refetchInterval: VEHICLES_INTERVAL_MS,
    staleTime: 0,
  })

function useBringCar(userId: string, reference: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callAsUser(bringCar, { params: { reference } }, userId),
    onSuccess: (vehicles) => client.setQueryData(vehiclesKey(userId, reference), vehicles),
    onError: ({ message }) => notify(message),
  })
}

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
              <p className="text-sm text-ash">{describeRefundTerms(found.ticket, now)}</p>
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

const CLOCK_MS = 10_000

const isHere = (state: VehicleState) => state === 'arrived' || state === 'parked'

/** From ten minutes before the end of the show until the vehicle is returned: asks the valet for it. */
function BringCar({ userId, ticket }: { userId: string; ticket: Ticket }) {
  const now = useNow(CLOCK_MS)
  const { endsAt } = showTimes(ticket)
  const isCallable = ticket.slots.length > 0 && now >= endsAt - BRING_CAR_MINUTES * MINUTE_MS
  const { data } = useVehicles(userId, ticket.reference, isCallable)
  const bring = useBringCar(userId, ticket.reference)

  if (!isCallable || !data) return null
  const states = data.vehicles.map(({ state }) => state)
  if (states.includes('called')) {
    return (
      <p role="status" className="flex items-center gap-3 text-brass print:hidden">
        <Car aria-hidden="true" className="size-5 shrink-0" />
        <span>We are bringing your vehicle to the entrance.</span>
      </p>
    )
  }
  if (!states.some(isHere)) return null
  return (
    <Button busy={bring.isPending} className="print:hidden" onClick={() => bring.mutate()}>
      <Car aria-hidden="true" className="size-5" />
      <span>Bring My Car</span>
    </Button>
  )
}

interface ReplacePassesProps {
  userId: string
  reference: string
  /** The issue number of the passes on the page. */
  issue: number
}

/** Gives all tickets of a booking new codes, so that a shared one no longer works. */
function ReplacePasses({ userId, reference, issue }: ReplacePassesProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useReplacePasses(userId, reference)
  const close = () => isPending || setAsking(false)
  const replace = () =>
    mutate(issue, {
      onSuccess: () => {
        setAsking(false)
        notify('Passes replaced. The old codes no longer work.')
        void keepTickets(userId)
      },
    })

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={TICKET_ACTION}
        onClick={() => setAsking(true)}
      >
        <RefreshCw aria-hidden="true" className="size-4" />
        <span>Replace Passes</span>
      </button>
      {isAsking && (
        <Dialog
          title="Replace Passes?"
          text="All tickets of this booking get new codes. Every ticket you have shared or printed stops working."
          onClose={close}
          actions={
            <>
              <Button variant="danger" busy={isPending} onClick={replace}>
                Replace Passes
              </Button>
              <Button variant="secondary" disabled={isPending} onClick={close}>
                Keep
              </Button>
            </>
          }
        >
          {error && <ErrorText>{error.message}</ErrorText>}
        </Dialog>
      )}
    </>
  )
}
