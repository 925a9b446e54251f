import { type SeatTier, seatTier } from '@marquee/contract/seats/seats'
import type { Context } from '#src/context.ts'
import { canEverFit as canFit, chooseForParty, type OfferParty } from '../commands/offer.ts'
import { isProtecting } from '../rules/show.ts'
import { applyChanges, NO_KEYS, openDraft, type ShowtimeState } from '../state.ts'

/** Whether seats for the party would be free if nothing were held or sold, without those out of service. Throws NOT_FOUND for an unknown showtime. */
export const canEverOffer = async (
  { showtimes }: Context,
  showtimeId: string,
  party: Parameters<typeof canFit>[1],
) => canFit(await showtimes.read(showtimeId), party)

/** The state without what has expired. Throws NOT_FOUND for an unknown showtime. */
async function readLive(
  { showtimes, config }: Context,
  showtimeId: string,
): Promise<ShowtimeState> {
  return openDraft(await showtimes.read(showtimeId), showtimes.now(), config.holdMaxMs).state
}

/** Returns the tiers of the seats that can be offered, by the id of the seat. Throws NOT_FOUND for an unknown showtime. */
export async function readFreeSeats(ctx: Context, showtimeId: string) {
  const { layout, claims, show } = await readLive(ctx, showtimeId)
  const moment = { now: ctx.showtimes.now(), accessReleaseMs: ctx.config.accessReleaseMs }
  const isProtected = isProtecting(show, moment)
  const seats = layout.places.filter(
    ({ id, kind, retired, out_of_service, access }) =>
      kind === 'seat' &&
      retired === 0 &&
      out_of_service === 0 &&
      !claims.has(id) &&
      !(isProtected && access !== null),
  )
  return new Map(
    seats.map(({ id, category }): [string, SeatTier] => [id, seatTier(category ?? '')]),
  )
}

/** Returns the parties that seats are free for, first come first served. Reads without a lock: the commands decide. */
export async function findFittingParties<P extends OfferParty>(
  ctx: Context,
  showtimeId: string,
  parties: readonly P[],
) {
  const moment = { ...ctx.config, now: ctx.showtimes.now() }
  const draft = openDraft(await readLive(ctx, showtimeId), moment.now)
  const fitting: P[] = []
  // Free seats only become fewer, so what has not fitted one party does not fit a later one like it.
  const failed = new Set<string>()
  for (const party of parties) {
    const key = JSON.stringify([party.size, party.isTogether, party.categories])
    if (failed.has(key)) continue
    const seats = chooseForParty(draft.state, party, moment)
    if (!seats) failed.add(key)
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
