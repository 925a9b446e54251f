import { endAllSelections } from './commands/end-selections.ts'
import { isOfferHolder } from './commands/offer.ts'
import { giveBack, type SellCommand, sell } from './commands/sell.ts'
import { endHolds } from './draft.ts'
import type { ShowtimeUnit } from './showtimes.ts'
import { accept } from './state.ts'

// What bookings do with the places of a showtime in a unit of work.

/** Sells places. Returns the seats of friends that the buyer pays for. Throws what `sell` refuses with. */
export function sellToBooking(unit: ShowtimeUnit, showtimeId: string, sale: SellCommand) {
  const decision = sell(unit.state(showtimeId), sale, unit.moment)
  if ('refusal' in decision) throw decision.refusal
  return unit.accept(showtimeId, accept(decision.friendSeats, decision.changes))
}

/** Gives places of a booking back. Leaves out a place that another booking has. */
export const giveBackPlaces = (
  unit: ShowtimeUnit,
  showtimeId: string,
  given: Parameters<typeof giveBack>[1],
) => unit.accept(showtimeId, accept(null, giveBack(unit.state(showtimeId), given)))

/** Ends all holds at a showtime. Returns how many places were held. */
export const endHoldsAt = (unit: ShowtimeUnit, showtimeId: string) =>
  unit.accept(showtimeId, endAllSelections(unit.state(showtimeId)))

/** Ends the holds on places. The seats of an offer that is not opened end together: the party waits again for all of them. */
export function endHoldsOn(unit: ShowtimeUnit, showtimeId: string, placeIds: readonly string[]) {
  const state = unit.state(showtimeId)
  const held = placeIds.filter((id) => state.claims.get(id)?.kind === 'held')
  const offers = [...state.selections.values()].filter(
    ({ holder }) =>
      isOfferHolder(holder) && state.heldPlaces.get(holder)?.some((id) => held.includes(id)),
  )
  const ended = offers.flatMap(({ holder }) => state.heldPlaces.get(holder) ?? [])
  unit.accept(
    showtimeId,
    accept(null, endHolds(state, [...new Set([...held, ...ended])], unit.moment.now)),
  )
}
