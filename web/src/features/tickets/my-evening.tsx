import type { Booking } from '@marquee/contract/bookings/bookings'
import { ticketPath } from '@marquee/contract/pages'
import {
  endOfShow,
  formatIsoDate,
  formatTime,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '@marquee/contract/time'
import { serverNow, useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { fetchBookings } from '#lib/api/bookings.queries.ts'
import { fetchCinema } from '#lib/api/cinema.queries.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { useAccountEvents } from '#lib/socket/use-account-events.ts'
import { Detail } from '#ui/detail.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { createTicket, showTimes, type Ticket } from './ticket.ts'
import { timeUntilShow } from './time-until-show.ts'

/** A night belongs to the day before until five in the morning. */
const NIGHT_MS = 5 * HOUR_MS

/** Returns the ticket of the user's next show of this day. Null if there is none, or it is over. */
export async function fetchEvening(userId: string, signal: AbortSignal): Promise<Ticket | null> {
  const [bookings, cinema] = await Promise.all([fetchBookings(userId, signal), fetchCinema(signal)])
  const booking = findEvening(bookings, serverNow())
  return booking ? createTicket(booking, cinema) : null
}

/** `now` in epoch milliseconds. */
export function findEvening(bookings: Booking[], now: number) {
  const dayOf = (instant: number) => formatIsoDate(instant - NIGHT_MS, siteSettings.timeZone)
  const startOf = ({ showtimeId }: Booking) => Date.parse(showtimeId.startTime)
  return bookings
    .filter((booking) => !booking.cancelled && dayOf(startOf(booking)) === dayOf(now))
    .filter((booking) => endOfShow(startOf(booking), booking.movieId.duration) > now)
    .toSorted((a, b) => startOf(a) - startOf(b))[0]
}

const TRAVEL_MINUTES = [5, 15, 30, 45, 60, 90]
const USUAL_TRAVEL_MINUTES = 30

/** How long the visitor needs to the cinema, on this device. */
const useTravelTime = create<{ minutes: number }>()(
  persist(() => ({ minutes: USUAL_TRAVEL_MINUTES }), {
    name: 'travel',
    storage: createJSONStorage(() => localStorage),
    merge: (stored, current) => {
      const { minutes } = Object(stored) as { minutes?: number }
      return TRAVEL_MINUTES.some((one) => one === minutes) ? { minutes: Number(minutes) } : current
    },
  }),
)

interface Props {
  userId: string
  ticket: Ticket
  poster: ReactNode
}

/** The show of this day that the user has booked, in place of the featured movie. */
export function MyEvening({ userId, ticket, poster }: Props) {
  const { minutes } = useTravelTime()
  const now = useNow(SECOND_MS)
  const { arriveBy, startsAt, endsAt } = showTimes(ticket)
  const { movie, screen, seats, slots, reference } = ticket
  const time = (instant: number) => formatTime(instant, siteSettings.timeZone)
  useAccountEvents(['bookings', userId])

  return (
    <section aria-labelledby="my-evening" className="hero">
      <span aria-hidden="true" className="hero-curtain hero-curtain-left" />
      <span aria-hidden="true" className="hero-curtain hero-curtain-right" />
      <div className="hero-content">
        <div className="hero-text md:self-end">
          <h2 id="my-evening" className="eyebrow font-sans">
            My evening
          </h2>
          <p className="hero-title">{movie.name}</p>
          <div>
            <p className="text-lg tabular text-brass-bright">
              {timeUntilShow({ startsAt, endsAt }, now)}
            </p>
            <p className="tabular">
              {time(startsAt)}, {screen}
            </p>
          </div>
          <LinkButton to={ticketPath(reference)}>Show Ticket</LinkButton>
        </div>
        <div className="hero-poster md:row-span-2">
          <span aria-hidden="true" className="hero-rays" />
          {poster}
        </div>
        <dl className="evening-facts">
          {now < startsAt && (
            <Detail term="Leave by" className="flex items-center gap-x-3 md:block short:flex">
              <span className="block text-lg">{time(arriveBy - minutes * MINUTE_MS)}</span>
              <Select
                aria-label="Travel time to the cinema"
                className="text-sm md:mt-1 short:mt-0 [&>select]:field-sizing-content [&>select]:ps-2.5 [&>select]:pe-7 after:end-2.5!"
                value={minutes}
                onChange={({ target }) => useTravelTime.setState({ minutes: Number(target.value) })}
              >
                {TRAVEL_MINUTES.map((one) => (
                  <option key={one} value={one}>
                    {one} min away
                  </option>
                ))}
              </Select>
            </Detail>
          )}
          <Detail term={seats.length === 1 ? 'Seat' : 'Seats'}>
            <span className="text-lg">{seats.join(' ')}</span>
          </Detail>
          {slots.length > 0 && (
            <Detail term="Parking">
              <span className="text-lg">{slots.map(({ slotNumber }) => slotNumber).join(' ')}</span>
            </Detail>
          )}
        </dl>
      </div>
    </section>
  )
}
