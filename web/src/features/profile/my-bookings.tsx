import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { Booking } from '@marquee/contract/bookings/bookings'
import { endOfShow } from '@marquee/contract/time'
import { errorMessage, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { type ReactNode, useState } from 'react'
import { nextPageAfter, useBookings, useEarlierBookings } from '#lib/api/bookings.queries.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'
import { BookingCard } from './booking-card.tsx'
import { BookingSkeletons } from './booking-skeletons.tsx'

/** The parts of a booking card that other features render. */
interface TicketParts {
  poster: (movie: Booking['movieId']) => ReactNode
  link?: (booking: Booking) => ReactNode
  actions?: (booking: Booking) => ReactNode
  /** What the visitor should read first. */
  message?: (booking: Booking) => ReactNode
}

interface Props extends TicketParts {
  userId: string
  /** Other shows of the account, after its next one. */
  others?: ReactNode
  /** `others` is still loading. The bookings appear together with it, so that nothing moves. */
  isLoadingOthers?: boolean
  onSignInAgain: () => void
}

export function MyBookings(props: Props) {
  const { userId, others, isLoadingOthers = false, onSignInAgain, ...parts } = props
  const { data, error, isFetching, refetch } = useBookings(userId)
  // Bookings that were fetched before stay visible, unless the session has ended. An empty list may be out of date.
  const isShown = !error || (!isSessionRefusal(error) && data?.length !== 0)
  const bookings = isShown ? data : undefined
  const isErrorShown = error !== null && (bookings !== undefined || !isFetching)
  const isLoading = !isErrorShown && (isLoadingOthers || !bookings)

  return (
    <>
      {isErrorShown && (
        <div className={bookings && 'mb-10'}>
          <BookingsError
            error={error}
            onSignInAgain={onSignInAgain}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!isLoading && !bookings && others}
      {!isLoading && bookings && (
        <BookingPages userId={userId} bookings={bookings} others={others} {...parts} />
      )}
      {isLoading && <BookingSkeletons />}
    </>
  )
}

interface ErrorProps {
  error: Error
  isFetching: boolean
  onRetry: () => void
  onSignInAgain: () => void
}

function BookingsError({ error, isFetching, onRetry, onSignInAgain }: ErrorProps) {
  const message = bookingsErrorMessage(error)
  const needsSignIn = isSessionMessage(message)
  return (
    <ErrorState
      title={message}
      actions={
        <>
          {needsSignIn && <Button onClick={onSignInAgain}>Sign In Again</Button>}
          <Button
            variant={needsSignIn ? 'secondary' : 'primary'}
            busy={isFetching}
            onClick={onRetry}
          >
            Try Again
          </Button>
        </>
      }
    />
  )
}

interface BookingsProps extends TicketParts {
  /** The first ones, or all that were fetched. */
  bookings: Booking[]
  others: ReactNode
}

function BookingPages({ userId, bookings, ...parts }: BookingsProps & { userId: string }) {
  const [isMoreShown, setMoreShown] = useState(false)
  const after = nextPageAfter(bookings)
  const earlier = useEarlierBookings(userId, isMoreShown ? after : undefined)
  const { hasNextPage, fetchNextPage, isFetching, error } = earlier
  // A booking may have come to another page since that was fetched.
  const shown = new Map(
    [...(earlier.data?.pages.flat() ?? []), ...bookings].map((booking) => [booking._id, booking]),
  )
  const hasMore = after !== undefined && (!earlier.data || hasNextPage)
  const showMore = () => {
    setMoreShown(true)
    if (isMoreShown) void fetchNextPage()
  }

  return (
    <>
      <Bookings bookings={[...shown.values()]} {...parts} />
      {hasMore && (
        <div className="mt-10 grid justify-items-center gap-4">
          {error && !isFetching && <ErrorText>{error.message}</ErrorText>}
          <Button variant="secondary" busy={isMoreShown && isFetching} onClick={showMore}>
            Show More
          </Button>
        </div>
      )}
    </>
  )
}

function Bookings({ bookings, others, ...parts }: BookingsProps) {
  const { upcoming, cancelled, past } = groupBookings(bookings, serverNow())
  const [next, ...later] = upcoming

  if (bookings.length === 0) {
    return (
      <>
        {others}
        <EmptyState
          title="You haven't made any bookings yet."
          text="Choose a movie and your seats. Your tickets will appear here."
          actions={<LinkButton to="/">Browse Movies</LinkButton>}
        />
      </>
    )
  }
  return (
    <div className="grid gap-10">
      <BookingTickets
        title="Your next show"
        bookings={next ? [next] : []}
        {...parts}
        period="next"
      />
      {others}
      <BookingTickets title="Coming up" bookings={later} {...parts} period="upcoming" />
      <BookingTickets
        title="Cancelled bookings"
        bookings={cancelled}
        {...parts}
        period="upcoming"
      />
      <BookingTickets title="Past shows" bookings={past} {...parts} period="past" />
    </div>
  )
}

interface TicketsProps extends TicketParts {
  title: string
  bookings: Booking[]
  period: 'next' | 'upcoming' | 'past'
}

function BookingTickets({ title, bookings, period, ...parts }: TicketsProps) {
  if (bookings.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="eyebrow mb-4 font-sans">{title}</h3>
      <ul className="grid gap-5">
        {bookings.map((booking) => (
          <li key={booking._id}>
            <BookingCard
              booking={booking}
              poster={parts.poster(booking.movieId)}
              link={parts.link?.(booking)}
              actions={parts.actions?.(booking)}
              message={parts.message?.(booking)}
              period={period}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Specification §8. */
export function bookingsErrorMessage(error: Error) {
  if (isSessionRefusal(error)) return SESSION_ENDED
  return errorMessage(error) ?? 'Failed to fetch bookings'
}

/** True if signing in again can help (specification §2). */
const isSessionMessage = (message: string) =>
  /session.*expired|expired.*session|authenticat/i.test(message)

/**
 * When the movie ends. A show is past after that, so its card stays on top during the movie. The fields `showtimeId` and
 * `movieId` of a booking contain the objects, not only their ids.
 */
const endOf = ({ showtimeId, movieId }: Booking) =>
  endOfShow(Date.parse(showtimeId.startTime), movieId.duration)

/** Returns upcoming bookings, earliest first, cancelled ones of upcoming shows, and past ones, latest first. `now` in epoch milliseconds. */
export function groupBookings(bookings: Booking[], now: number) {
  const byStart = bookings.toSorted((left, right) => startOf(left) - startOf(right))
  const comingUp = byStart.filter((booking) => !(endOf(booking) <= now))
  return {
    upcoming: comingUp.filter(({ cancelled }) => !cancelled),
    cancelled: comingUp.filter(({ cancelled }) => cancelled),
    past: byStart.filter((booking) => endOf(booking) <= now).toReversed(),
  }
}

const startOf = ({ showtimeId }: Booking) => Date.parse(showtimeId.startTime)
