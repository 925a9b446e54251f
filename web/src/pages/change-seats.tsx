import { serverNow } from '@marquee/browser/clock.ts'
import { SeatLegend } from '@marquee/browser/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/browser/seat-map/seat-map.tsx'
import { getBookingWindow } from '@marquee/contract/booking-window'
import type { Booking } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import { changeSeatsPath, PAGES, ticketPath } from '@marquee/contract/pages'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { AddParking } from '#features/booking-changes/add-parking.tsx'
import { ChangeSummary } from '#features/booking-changes/change-summary.tsx'
import { VehicleNumbers } from '#features/booking-changes/vehicle-numbers.tsx'
import { LiveIndicator } from '#features/seat-selection/live-indicator.tsx'
import { ParkingSection } from '#features/seat-selection/parking/parking-section.tsx'
import { useSeats } from '#features/seat-selection/places/seats.queries.ts'
import { useSlots } from '#features/seat-selection/places/slots.queries.ts'
import {
  getAppearance,
  isSelectable,
  stateText,
} from '#features/seat-selection/selection/selection.ts'
import { useSelection } from '#features/seat-selection/selection/use-selection.ts'
import { useShowtime } from '#features/seat-selection/showtime.queries.ts'
import { useShowMoved } from '#features/seat-selection/use-show-moved.ts'
import { useSession } from '#features/session/session.store.ts'
import { keepTickets } from '#features/tickets/keep-tickets.ts'
import '#features/seat-selection/seat-section.css'
import { useOwnBooking } from '#lib/bookings.queries.ts'
import { dateTimeOf } from '#lib/date-time.ts'
import { pageTitle } from '#lib/page-title.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { notify } from '#ui/notify.ts'
import { BookingLoadError, PageLoadError } from './booking-load-error.tsx'

/** Signed-out users go to the sign-in page and return after it. */
export function ChangeSeatsPage() {
  const userId = useSession(({ currentUser }) => currentUser?._id)
  const { reference = '' } = useParams()
  const { pathname } = useLocation()

  if (!userId) return <Navigate to={PAGES.signIn} state={{ from: pathname }} replace />
  return (
    <div className="mx-auto min-h-svh w-full max-w-7xl px-4 pt-8 sm:px-8 lg:pb-20">
      <title>{pageTitle('Change booking')}</title>
      <OwnBooking key={reference} userId={userId} reference={reference} />
    </div>
  )
}

function OwnBooking({ userId, reference }: { userId: string; reference: string }) {
  const { data: booking, error, refetch } = useOwnBooking({ userId, reference })
  const [search] = useSearchParams()

  // A later fetch that fails keeps the selection.
  if (error && !booking) return <BookingLoadError error={error} onRetry={() => void refetch()} />
  if (!booking) return <Loading>Loading your booking...</Loading>
  if (booking.cancelled)
    return (
      <ErrorState
        isPage
        title="This booking is cancelled"
        actions={<LinkButton to={MY_BOOKINGS_PATH}>View My Bookings</LinkButton>}
      />
    )
  const showtimeId = search.get('showtime') ?? booking.showtimeId._id
  return <OfferedSeats key={showtimeId} {...{ userId, booking, showtimeId }} />
}

interface OfferProps {
  userId: string
  booking: Booking
  /** Of the seats that are offered: the booked showtime, or another one of the movie. */
  showtimeId: string
}

function OfferedSeats({ userId, booking, showtimeId }: OfferProps) {
  const { movie, showtime } = useShowtime(booking.movieId._id, showtimeId)
  const seats = useSeats(showtimeId)
  const slots = useSlots(showtimeId)
  const error = movie.error ?? showtime.error ?? seats.error ?? slots.error

  if (movie.data && showtime.data && seats.data && slots.data)
    return (
      <ChangeSeatsScreen
        {...{ userId, booking, movie: movie.data, showtime: showtime.data }}
        seats={seats.data}
        slots={slots.data}
      />
    )
  if (!error) return <Loading>Loading ticket information...</Loading>
  const retry = () => {
    for (const query of [movie, showtime, seats, slots]) if (query.isError) void query.refetch()
  }
  return <PageLoadError error={error} onRetry={retry} />
}

interface ScreenProps {
  userId: string
  booking: Booking
  movie: Movie
  showtime: Showtime
  seats: Seat[]
  slots: ParkingSlot[]
}

const APPEARANCES = [
  ['available', 'Available'],
  ['selected', 'Yours'],
  ['held', 'Held'],
  ['sold', 'Sold'],
] as const

function ChangeSeatsScreen({ userId, booking, movie, showtime, seats, slots }: ScreenProps) {
  const selection = useSelection({ showtime, seats, slots })
  useShowMoved(showtime._id)
  const navigate = useNavigate()
  const { bookingReference: reference, movieId } = booking
  const { given, isOwn, toggleOwn } = useGivenSeats(booking, showtime._id)
  const taken = selection.seats
  const chosen = {
    ...{ showtimeId: showtime._id, giveBack: given.map(({ _id }) => _id) },
    take: taken.map(({ _id }) => _id),
  }
  const appearanceOf = (seat: Seat) => {
    if (!isOwn(seat._id)) return getAppearance(seat, selection.pending)
    return chosen.giveBack.includes(seat._id) ? 'available' : 'selected'
  }
  const view = {
    appearanceOf,
    isInactive: (seat: Seat) =>
      !isOwn(seat._id) && !isSelectable(appearanceOf(seat), selection.closed),
    stateOf: (seat: Seat) => {
      if (!isOwn(seat._id)) return stateText(appearanceOf(seat), seat)
      return chosen.giveBack.includes(seat._id) ? 'your seat, given back' : 'your seat'
    },
  }
  const [isParking, setParking] = useState(false)
  const [vehicleNumbers, setVehicleNumbers] = useState<Record<string, string>>({})
  const changeParking = (isOpen: boolean) => {
    setParking(isOpen)
    if (!isOpen) void selection.releaseSlots()
  }
  const addedSlots = selection.slots.map(({ _id, slotNumber }) => ({
    ...{ slotId: _id, slotNumber, vehicleNumber: vehicleNumbers[_id] ?? '' },
  }))
  const finish = () => {
    notify('Your booking is changed. Please use your new ticket.')
    void keepTickets(userId)
    void navigate(ticketPath(reference), { replace: true })
  }

  return (
    <>
      <h1 className="display text-2xl md:text-3xl">Change booking</h1>
      <p className="mt-2 text-ash">
        {movieId.name} · {dateTimeOf(showtime.startTime)} · {showtime.screen}
      </p>
      <OtherShowtimes {...{ booking, movie, showtime }} />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          <section
            aria-labelledby="seats"
            className="seat-section panel min-w-0 py-4 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:py-7"
          >
            <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
              <h2 id="seats" className="text-lg sm:text-xl">
                Choose Your Seats
              </h2>
              <LiveIndicator />
            </div>
            <SeatLegend appearances={APPEARANCES} />
            <SeatMap
              seats={seats}
              view={view}
              onToggle={(id) => (isOwn(id) ? toggleOwn(id) : selection.toggleSeat(id))}
              onZoomedIn={() => notify('Tap again to choose', 'zoom')}
              refusal={selection.refusal}
              noteOf={(seat) => (isOwn(seat._id) ? 'Your seat' : undefined)}
            />
          </section>
          {showtime._id === booking.showtimeId._id && (
            <ParkingSection
              paysForAll={false}
              slots={slots}
              selection={selection}
              open={isParking || selection.slots.length > 0}
              vehicleNumbers={vehicleNumbers}
              onOpenChange={changeParking}
              onVehicleNumber={(slotId, number) =>
                setVehicleNumbers((numbers) => ({ ...numbers, [slotId]: number }))
              }
            />
          )}
        </div>
        <div className="lg:sticky lg:top-24 lg:self-start">
          <ChangeSummary
            {...{ userId, reference, chosen }}
            given={given.map(({ seatNumber }) => seatNumber)}
            taken={taken.map(({ seatNumber }) => seatNumber)}
            onChanged={finish}
          />
          {showtime._id === booking.showtimeId._id && (
            <>
              <AddParking {...{ userId, reference }} slots={addedSlots} onChanged={finish} />
              <VehicleNumbers {...{ userId, booking }} onChanged={() => void keepTickets(userId)} />
            </>
          )}
          <p className="mt-4 text-center">
            <Link to={MY_BOOKINGS_PATH} className="text-brass underline underline-offset-4">
              Keep my seats
            </Link>
          </p>
        </div>
      </div>
    </>
  )
}

/** The seats to give back: those that the visitor chooses, or all for another showtime. */
function useGivenSeats({ seats, showtimeId }: Booking, shownId: string) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isMoved = showtimeId._id !== shownId
  return {
    given: isMoved ? seats : seats.filter(({ _id }) => chosen.includes(_id)),
    isOwn: (id: string) => !isMoved && seats.some(({ _id }) => _id === id),
    toggleOwn: (id: string) =>
      setChosen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
  }
}

/** The other showtimes of the movie that can be booked. */
function OtherShowtimes({
  booking,
  movie,
  showtime,
}: Omit<ScreenProps, 'userId' | 'seats' | 'slots'>) {
  const now = serverNow()
  const showtimes = movie.showtimes.filter(
    (one): one is Showtime => typeof one === 'object' && getBookingWindow(one, now).open,
  )
  if (showtimes.length < 2) return null
  const { bookingReference: reference, parkingSlots } = booking
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brass underline underline-offset-4 transition-colors hover:text-brass-bright">
        Choose another showtime
      </summary>
      <nav aria-label="Showtimes">
        <ul className="mt-2 flex flex-wrap gap-2">
          {showtimes.slice(0, MAX_SHOWTIMES).map((one) => (
            <li key={one._id}>
              <Link
                to={`${changeSeatsPath(reference)}?showtime=${one._id}`}
                aria-current={one._id === showtime._id ? 'page' : undefined}
                className="inline-flex min-h-11 items-center rounded border border-brass/50 px-4 text-sm font-semibold text-brass transition-colors hover:border-brass-bright hover:text-brass-bright aria-[current]:border-brass aria-[current]:bg-brass aria-[current]:text-ink"
              >
                {dateTimeOf(one.startTime)}
              </Link>
            </li>
          ))}
        </ul>
        {parkingSlots.length > 0 && (
          <p className="mt-2 text-sm text-ash">
            Another showtime gives your parking back too. You can add parking again afterwards.
          </p>
        )}
      </nav>
    </details>
  )
}

const MAX_SHOWTIMES = 12
