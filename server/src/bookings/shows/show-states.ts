import type { Context } from '#src/context.ts'
import { openDraft } from '#src/inventory/draft.ts'
import { keysOf, WITHOUT_BROWSER } from '#src/inventory/rules/requester.ts'
import { giveBackPlaces, sellToBooking } from '#src/inventory/sales.ts'
import type { ShowtimeUnit } from '#src/inventory/showtimes.ts'
import { type Claim, type LimitKeys, NO_KEYS } from '#src/inventory/state.ts'
import type { BookingChange, BookingToChange } from '../change/planners/booking-change.ts'

/** Reads the states of shows for a preview, without holds that have ended. Leaves out unknown ones. */
export async function readStates(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  ids: readonly string[],
) {
  const states = await showtimes.readMany(ids)
  const now = showtimes.now()
  return ids.flatMap((id) => {
    const state = states.get(id)
    return state ? openDraft(state, now, config.holdMaxMs).state : []
  })
}

/** How many places visitors hold, and the house has. `bookings`: those that have one of the places. */
export function countClaims(claims: readonly Claim[], bookings: readonly BookingToChange[]) {
  const bookingIds = new Set(bookings.map(({ id }) => id))
  return {
    held: claims.filter(({ kind }) => kind === 'held').length,
    houseSeats: claims.filter((claim) => claim.kind === 'sold' && !bookingIds.has(claim.bookingId))
      .length,
  }
}

/**
 * Gives back the old places of bookings of a show, then changes the show, and then sells the new places: a booking may get a place that another
 * one leaves. The limits count a new place as the old one.
 */
export async function reseatClaims(
  unit: ShowtimeUnit,
  { showtimeId, changes }: { showtimeId: string; changes: readonly BookingChange[] },
  changeShow: () => Promise<unknown> = async () => undefined,
) {
  const keys = new Map<string, LimitKeys>()
  for (const { booking, givenBack } of changes) {
    const placeIds = givenBack.map(({ place_id }) => place_id)
    for (const id of placeIds) {
      const claim = unit.state(showtimeId).claims.get(id)
      if (claim?.kind === 'sold') keys.set(id, claim)
    }
    giveBackPlaces(unit, showtimeId, { bookingId: booking.id, placeIds })
  }
  await changeShow()
  for (const { booking, taken } of changes)
    for (const { place_id, insteadOf = '' } of taken) {
      const requester = {
        ...WITHOUT_BROWSER,
        ...keysOf(keys.get(insteadOf) ?? NO_KEYS),
        account: booking.user_id,
        holder: `reseating of ${showtimeId}`,
      }
      sellToBooking(unit, showtimeId, {
        requester,
        bookingId: booking.id,
        placeIds: [place_id],
        isByStaff: true,
      })
    }
}
