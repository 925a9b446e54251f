import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { findSeatGap, isGapRuleDue } from '@marquee/contract/seats/gap-rule'
import { describeSeats } from '@marquee/contract/seats/hall'
import type { Seat } from '@marquee/contract/seats/seats'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'

/** Finds a gap that the selected seats leave, with the seats that would be selected instead. */
export function findGapWarning(seats: readonly Seat[], showtime: Showtime) {
  const now = serverNow()
  const window = getBookingWindow(showtime, now)
  const chosen = seats.filter(({ heldByMe }) => heldByMe)
  if (!window.open || !isGapRuleDue(chosen.length, { closesAt: window.closesAt, now })) return
  const gap = findSeatGap(seats, new Set(chosen.map(({ _id }) => _id)))
  if (!gap) return
  const others = chosen.filter((seat) => !gap.chosen.includes(seat))
  const all = [...others, ...gap.instead]
  return {
    alone: describeSeats(gap.alone),
    instead: describeSeats(gap.instead),
    all: describeSeats(all),
    seatIds: all.map(({ _id }) => _id),
  }
}
