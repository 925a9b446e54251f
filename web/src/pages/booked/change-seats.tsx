import type { Booking } from '@marquee/contract/bookings/bookings'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { changeSeatsPath, PAGES } from '@marquee/contract/pages'
import { formatTime } from '@marquee/contract/time'
import { isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { VehicleNumbers } from '#features/booking-changes/vehicle-numbers.tsx'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { useSeats } from '#features/seat-selection/places/seats.queries.ts'
import { useSlots } from '#features/seat-selection/places/slots.queries.ts'
import { useClosedReason } from '#features/seat-selection/selection/use-closed-reason.ts'
import { usePendingActions } from '#features/seat-selection/selection/use-place-requests.ts'
import { CancelledShow } from '#features/seat-selection/showtime/cancelled-show.tsx'
import { findOpenShowtimes } from '#features/seat-selection/showtime/open-showtimes.ts'
import { ShowMessage } from '#features/seat-selection/showtime/show-message.tsx'
import { useShowtime } from '#features/seat-selection/showtime/showtime.queries.ts'
import { ShowtimeLinks } from '#features/seat-selection/showtime/showtime-links.tsx'
import { useShowCancelled } from '#features/seat-selection/showtime/use-show-cancelled.ts'
import { SeatScreenTitle } from '#features/seat-selection/waiting-room/seat-screen-title.tsx'
import { useSession } from '#features/session/session.store.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { useBooking } from '#lib/api/bookings.queries.ts'
import { isoDateOfShow, NearDateTime } from '#lib/date-time.tsx'
import { changeShowtimePath, MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { useHasEnded } from '#lib/show-progress.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { ErrorState } from '#ui/page-states.tsx'
import { BookingLoadError, PageLoadError } from './booking-load-error.tsx'
import { ChangeSeatsScreen } from './change-seats-screen.tsx'

/** Signed-out users go to the sign-in page and return after it. */
export function ChangeSeatsPage() {
  const userId = useSession(({ currentUser }) => currentUser?._id)
  const { reference = '' } = useParams()
  const { pathname, search } = useLocation()

  if (!userId) return <Navigate to={PAGES.signIn} state={{ from: pathname + search }} replace />
  return (
    <div className="mx-auto min-h-svh w-full max-w-7xl px-4 pt-5 sm:px-8 sm:pt-8 lg:pb-20 short:pt-2">
      <SignedInChange key={reference} userId={userId} reference={reference} />
    </div>
  )
}

function SignedInChange({ userId, reference }: { userId: string; reference: string }) {
  const { data: booking, error, refetch } = useBooking({ userId, reference })
  const [search] = useSearchParams()
  const showtimeId = search.get('showtime') ?? booking?.showtimeId._id ?? ''
  // A failed refetch changes nothing, unless the session has ended.
  const hasFailed = error && (!booking || isSessionRefusal(error))

  return (
    <>
      <SeatScreenTitle showtimeId={showtimeId} page="Change Booking" />
      {hasFailed ? (
        <BookingLoadError error={error} onRetry={() => void refetch()} />
      ) : booking ? (
        <SeatsToChooseFrom userId={userId} booking={booking} showtimeId={showtimeId} />
      ) : (
        <Loading>Loading your booking...</Loading>
      )}
    </>
  )
}

interface Props {
  userId: string
  booking: Booking
  /** The booked showtime, or another one of the movie. */
  showtimeId: string
}

function SeatsToChooseFrom({ userId, booking, showtimeId }: Props) {
  const movieId = booking.movieId._id
  const { movie, showtime } = useShowtime(movieId, showtimeId)
  const seats = useSeats(showtimeId)
  const slots = useSlots(showtimeId)
  const pending = usePendingActions(showtimeId)
  useShowCancelled(movieId, showtimeId)
  const error = movie.error ?? showtime.error ?? seats.error ?? slots.error

  const isBooked = showtimeId === booking.showtimeId._id
  if (showtime.data?.cancelled && movie.data && (isBooked || !booking.cancelled)) {
    return (
      <CancelledShow
        movie={movie.data}
        showtime={showtime.data}
        {...(!isBooked && {
          toPath: ({ _id }) => changeShowtimePath(booking.bookingReference, _id),
        })}
        text={isBooked ? 'Your booking is refunded in full.' : 'Your own booking is not affected.'}
        action={<BookingsLink />}
      />
    )
  }
  if (booking.cancelled && !showtime.isPending)
    return <ErrorState isPage title="This booking is cancelled" actions={<BookingsLink />} />
  const retry = () => {
    for (const query of [movie, showtime, seats, slots]) if (query.isError) void query.refetch()
  }
  const loading = error ? (
    <PageLoadError error={error} onRetry={retry} />
  ) : (
    <Loading>Loading ticket information...</Loading>
  )
  // The links to other showtimes stay, with the focus, while another one is loading.
  const shown = showtime.data ?? movie.data?.showtimes.find(isShowtime(showtimeId))
  if (!movie.data || !shown) return loading
  const show = { userId, booking, movie: movie.data, showtime: shown }
  return (
    <ChangesOfBooking {...show}>
      {seats.data && slots.data ? (
        <ChangeSeatsScreen
          key={showtimeId}
          {...show}
          seats={seats.data}
          slots={slots.data}
          pending={pending}
        />
      ) : (
        loading
      )}
    </ChangesOfBooking>
  )
}

const isShowtime =
  (id: string) =>
  (one: Showtime | string): one is Showtime =>
    typeof one === 'object' && one._id === id

const BookingsLink = () => (
  <LinkButton to={MY_BOOKINGS_PATH} variant="secondary">
    View My Bookings
  </LinkButton>
)

interface ChangesProps {
  userId: string
  booking: Booking
  movie: Movie
  showtime: Showtime
  /** The changes of an open showtime. */
  children: ReactNode
}

/** Nothing but vehicle numbers can be changed when booking has closed for the booked showtime. */
function ChangesOfBooking({ userId, booking, movie, showtime, children }: ChangesProps) {
  const { bookingReference: reference, showtimeId: booked } = booking
  const closedReason = useClosedReason(showtime)
  const bookedClosedReason = useClosedReason(showtime._id === booked._id ? showtime : booked)
  return (
    <>
      <h1 tabIndex={-1} className="display text-2xl outline-none md:text-3xl short:text-2xl">
        Change Booking
      </h1>
      <p className="mt-1 text-ash sm:mt-2 short:mt-0">
        {movie.name} · <NearDateTime instant={showtime.startTime} /> · {showtime.screen}
      </p>
      {!bookedClosedReason && (
        <ChooseShowtime booking={booking} movie={movie} showtime={showtime} />
      )}
      <div className="mt-3 sm:mt-6 short:mt-1">
        {bookedClosedReason ? (
          <ClosedChanges userId={userId} booking={booking} reason={bookedClosedReason} />
        ) : closedReason ? (
          <ShowMessage text={closedReason}>
            <div>
              <LinkButton to={changeSeatsPath(reference)} variant="secondary">
                Back to My Showtime
              </LinkButton>
            </div>
          </ShowMessage>
        ) : (
          children
        )}
      </div>
    </>
  )
}

interface ClosedProps extends Pick<ChangesProps, 'userId' | 'booking'> {
  reason: string
}

function ClosedChanges({ userId, booking, reason }: ClosedProps) {
  const hasEnded = useHasEnded(booking)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <ShowMessage text={`${reason}. Seats and parking can no longer be changed.`}>
        <div>
          <BookingsLink />
        </div>
      </ShowMessage>
      {!hasEnded && (
        <VehicleNumbers
          userId={userId}
          booking={booking}
          onChanged={() => void keepTickets(userId)}
        />
      )}
    </div>
  )
}

interface ChooseShowtimeProps {
  booking: Booking
  movie: Movie
  /** The shown showtime. */
  showtime: Showtime
}

/** Links to the showtimes of the movie that can be booked, one day at a time. */
function ChooseShowtime({ booking, movie, showtime }: ChooseShowtimeProps) {
  const [chosenDay, setChosenDay] = useState(isoDateOfShow(showtime))
  const { timeZone } = siteSettings
  const showtimes = findOpenShowtimes(movie)
  const days = Map.groupBy(showtimes, isoDateOfShow)
  const day = days.has(chosenDay) ? chosenDay : showtimes[0] && isoDateOfShow(showtimes[0])
  if (!showtimes.some(({ _id }) => _id !== showtime._id)) return null
  return (
    <details className="mt-1 sm:mt-4 short:mt-0">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brass underline underline-offset-4 transition-colors hover:text-brass-bright">
        Choose another showtime
      </summary>
      <div className="mt-2 mb-4 grid grid-cols-1 gap-3">
        <ul aria-label="Days" className="scroll-strip flex gap-2">
          {[...days].map(([date, [first]]) => (
            <li key={date}>
              <button
                type="button"
                aria-pressed={date === day}
                onClick={() => setChosenDay(date)}
                className="choice"
              >
                {first && formatShortNearDate(Date.parse(first.startTime), serverNow(), timeZone)}
              </button>
            </li>
          ))}
        </ul>
        <nav aria-label="Showtimes">
          <ShowtimeLinks
            showtimes={showtimes.filter((one) => isoDateOfShow(one) === day)}
            currentId={showtime._id}
            toPath={({ _id }) => changeShowtimePath(booking.bookingReference, _id)}
            toLabel={({ startTime }) => formatTime(Date.parse(startTime), timeZone)}
          />
        </nav>
        {booking.parkingSlots.length > 0 && (
          <p className="text-sm text-ash">
            Changing the showtime also cancels your parking. You can add it again afterwards.
          </p>
        )}
      </div>
    </details>
  )
}
