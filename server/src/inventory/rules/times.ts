import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import { formatInstant } from '@marquee/contract/time'
import type { HoldMoment, Selection, ShowDetails, ShowtimeState } from '../state.ts'

// When a show can be booked, how long it protects accessible places, and how long selections may last.

export const SHOW_ENDED = 'This show is over.'

/** The booking window of a show. */
export const windowOf = (
  { startsAt, cutoffMinutes, isCancelled }: ShowDetails,
  { now }: Pick<HoldMoment, 'now'>,
) =>
  getBookingWindow(
    {
      startTime: formatInstant(startsAt),
      cutoffMinutes: cutoffMinutes ?? undefined,
      cancelled: isCancelled,
    },
    now,
  )

/** Until when a show protects its accessible places for people who ask for one. Epoch milliseconds. */
export const protectedUntil = (
  { startsAt }: Pick<ShowDetails, 'startsAt'>,
  { accessReleaseMs }: Pick<HoldMoment, 'accessReleaseMs'>,
) => startsAt - accessReleaseMs

/** The show still protects its accessible places. */
export const isProtecting = (
  show: Pick<ShowDetails, 'startsAt'>,
  moment: Pick<HoldMoment, 'now' | 'accessReleaseMs'>,
) => moment.now < protectedUntil(show, moment)

/** A hall is almost full when so many of its seats are held or sold. A small hall never is. */
const ALMOST_FULL = { percentOfSeats: 90, minSeats: 40 }

function isAlmostFull({ claims, layout }: ShowtimeState) {
  const { percentOfSeats, minSeats } = ALMOST_FULL
  const bound = Math.max(minSeats, Math.ceil((layout.seatCount * percentOfSeats) / 100))
  // Most halls have fewer claims than that, so their seats are not counted.
  if (claims.size() < bound) return false
  return claims.keys().filter((id) => layout.byId.get(id)?.kind === 'seat').length >= bound
}

/** The time of a new selection in milliseconds: half of it in a hall that is almost full. The visitor is told it with the hold. */
export const firstHoldMs = (state: ShowtimeState, { holdMs }: Pick<HoldMoment, 'holdMs'>) =>
  isAlmostFull(state) ? Math.floor(holdMs / 2) : holdMs

/**
 * Until when a selection may get more time, epoch milliseconds: the longest hold. While the hall is almost full, a selection that nobody pays
 * for gets no more than the usual time of a hold.
 */
export function latestDeadline(
  state: ShowtimeState,
  { since, choosers }: Selection,
  { holdMs, holdMaxMs }: Pick<HoldMoment, 'holdMs' | 'holdMaxMs'>,
) {
  const longest = isShortened(state, choosers) ? Math.min(holdMs, holdMaxMs) : holdMaxMs
  return Math.min(since + longest, state.show.startsAt)
}

/** The hall is almost full, and none of the choosers has come to payment. Not for an offer, which is never abandoned. */
export const isShortened = (state: ShowtimeState, choosers: Selection['choosers']) =>
  choosers.every(({ checkoutAt, seenAt }) => checkoutAt === null && seenAt !== null) &&
  isAlmostFull(state)
