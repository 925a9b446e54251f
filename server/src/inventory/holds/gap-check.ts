import { findSeatGap, isGapRuleDue } from '@marquee/contract/seats/gap-rule'
import { describeSeats } from '@marquee/contract/seats/hall'
import type { Context } from '#src/context.ts'
import { leavesGap } from '#src/errors.ts'
import type { PlacesRequest } from '../requests/requests.ts'
import { windowOf } from '../rules/times.ts'
import { placeViews, shownPlaces, viewOf } from '../views/seat-map.ts'

interface CheckedSeats extends Pick<PlacesRequest, 'showtimeId' | 'holder' | 'seatIds'> {
  /** Sold seats that become free in exchange. */
  freedIds?: readonly string[]
}

/** Throws GAP if the gap rule is strict and the seats leave others alone although that can be avoided. */
export async function assertNoGap(
  { showtimes, config }: Context,
  { showtimeId, holder, seatIds = [], freedIds = [] }: CheckedSeats,
) {
  if (config.gapRule !== 'strict') return
  const state = (await showtimes.readMany([showtimeId])).get(showtimeId)
  // The command refuses an unknown showtime.
  if (!state) return
  const now = showtimes.now()
  const window = windowOf(state.show, { now })
  if (!window.open || !isGapRuleDue(seatIds.length, { closesAt: window.closesAt, now })) return
  const view = viewOf(state, { ...config, now })
  const views = placeViews(view, shownPlaces(state), holder)
  const seats = views.seats.map((seat) =>
    freedIds.includes(seat._id) ? { ...seat, status: 'AVAILABLE' as const } : seat,
  )
  const chosenIds = new Set(seatIds)
  // Seats that others have are refused later. Those of a repeated order are sold to its own buyer.
  const isOpen = seats.every(
    ({ _id, status, heldByMe, friend }) =>
      !chosenIds.has(_id) || status === 'AVAILABLE' || heldByMe || friend !== undefined,
  )
  const gap = isOpen ? findSeatGap(seats, chosenIds) : undefined
  if (gap) throw leavesGap(describeSeats(gap.alone), describeSeats(gap.instead))
}
