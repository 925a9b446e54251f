import { type SeatTier, seatTier } from '@marquee/contract/seats/seat-tiers'
import type { Context } from '#src/context.ts'
import { chooseForParty, createUnfitParties, type OfferParty } from '../commands/offer.ts'
import { applyChanges, openDraft } from '../draft.ts'
import { isSeat } from '../rules/places.ts'
import { NO_KEYS } from '../state.ts'
import { isFree, viewOf } from '../views/seat-map.ts'

/** Returns the tiers of the seats that can be offered, by the id of the seat. Throws NOT_FOUND for an unknown showtime. */
export async function readFreeSeats({ showtimes, config }: Context, showtimeId: string) {
  const state = await showtimes.read(showtimeId)
  const view = viewOf(state, { ...config, now: showtimes.now() })
  return new Map(
    state.layout.places.flatMap((place): [string, SeatTier][] =>
      isSeat(place) && isFree(view, place) ? [[place.id, seatTier(place.category ?? '')]] : [],
    ),
  )
}

/** Returns the parties that seats are free for, first come first served. Reads without a lock: the commands decide. */
export async function findFittingParties<P extends OfferParty>(
  ctx: Context,
  showtimeId: string,
  parties: readonly P[],
) {
  const moment = { ...ctx.config, now: ctx.showtimes.now() }
  const state = await ctx.showtimes.read(showtimeId)
  const draft = openDraft(state, moment.now, moment.holdMaxMs)
  const fitting: P[] = []
  const unfit = createUnfitParties()
  for (const party of parties) {
    if (unfit.has(party)) continue
    const seats = chooseForParty(draft.state, party, moment)
    if (!seats) unfit.add(party)
    else {
      fitting.push(party)
      applyChanges(draft, {
        claims: seats.map((id) => [
          id,
          {
            kind: 'sold',
            bookingId: 'offer',
            soldAt: null,
            ...NO_KEYS,
          },
        ]),
      })
    }
  }
  return fitting
}
