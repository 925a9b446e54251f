import { type SeatTier, seatTier } from '@marquee/contract/seats/seats'
import type { Context } from '../context.ts'
import { findFittingParties, readFreeSeats } from '../inventory/selections/offers.ts'
import { endEntries } from './ended-entries.service.ts'
import { makeOffers, partyOf, type WaitingParty } from './make-offers.service.ts'
import * as waitlist from './waitlist.sql.ts'

/** One transaction makes at most this many offers, which keeps it short. */
const MAX_OFFERS = 20

/** Another visitor may take the seats of an offer first. */
const MAX_ATTEMPTS = 5

/** A show where this node has looked for seats and found none that fit. */
interface CheckedShow {
  rev: number
  /** Tells whether the same parties wait. */
  parties: string
  /** The seats that were free, with their tiers. */
  freeSeats: ReadonlyMap<string, SeatTier>
  /** The entries that could not get an offer although seats were free for them. */
  refused: ReadonlySet<string>
}

/** By showtime id. */
export type CheckedShows = Map<string, CheckedShow>

/**
 * Ends the entries whose time is over, and looks for seats at the shows that have changed since the last call: for all parties if the parties have changed,
 * else for those that wait for the tier of a seat that came free. Every node calls it again and again, so an offer follows a change of any kind, also after a
 * crash. The caller empties `checked` every 30 seconds, because what an account may have can change without a change of the show.
 */
export async function offerFreeSeats(ctx: Context, checked: CheckedShows) {
  await endEntries(ctx)
  const { rows } = await waitlist.selectWaitingShows(ctx.reader)
  const waiting = new Set(rows.map(({ showtime_id }) => showtime_id))
  for (const showtimeId of checked.keys()) if (!waiting.has(showtimeId)) checked.delete(showtimeId)
  for (const show of rows) {
    const { showtime_id: showtimeId } = show
    try {
      await checkShow(ctx, checked, show)
    } catch (error) {
      // The other shows must not wait for this one.
      ctx.log.error({ err: error, showtimeId }, 'waiting list offers failed')
    }
  }
}

async function checkShow(
  ctx: Context,
  checked: CheckedShows,
  { showtime_id: showtimeId, rev, entries, joined }: waitlist.WaitingShow,
) {
  const parties = `${entries} ${joined}`
  const last = checked.get(showtimeId)
  const known = last?.parties === parties ? last : undefined
  if (known?.rev === rev) return
  const freeSeats = await readFreeSeats(ctx, showtimeId)
  const freedTiers = new Set(
    [...freeSeats].flatMap(([id, tier]) => (known?.freeSeats.has(id) ? [] : tier)),
  )
  const refusedBefore = known?.refused ?? new Set<string>()
  const { count, refused } =
    freedTiers.size > 0
      ? await offerSeatsAt(ctx, showtimeId, { freedTiers, refusedBefore })
      : { count: 0, refused: new Set<string>() }
  // Its seats may come free again before the next call.
  if (count > 0) checked.delete(showtimeId)
  else checked.set(showtimeId, { rev, parties, freeSeats, refused: refusedBefore.union(refused) })
}

interface SeatSearch {
  /** The tiers of the seats that have come free since the last call. Undefined: any seat may have. */
  freedTiers?: ReadonlySet<SeatTier> | undefined
  /** The entries that the last calls refused. They are tried again only if they wait for a freed tier. */
  refusedBefore?: ReadonlySet<string>
}

/**
 * Offers the free seats of a show to the parties that wait for them, first come first served. Returns the number of offers, and the entries that could
 * not get one although seats were free for them.
 */
export async function offerSeatsAt(
  ctx: Context,
  showtimeId: string,
  { freedTiers, refusedBefore = new Set() }: SeatSearch = {},
) {
  const refused = new Set<string>()
  let count = 0
  let failedAttempts = 0
  while (failedAttempts < MAX_ATTEMPTS) {
    const candidates = await findCandidates(ctx, showtimeId, { refused, freedTiers })
    if (candidates.length === 0) break
    const round = { showtimeId, candidates, refused: refusedBefore.union(refused) }
    const done = await ctx.backgroundQueue(['offers', showtimeId], () => makeOffers(ctx, round))
    for (const { entryId } of done.refused) refused.add(entryId)
    count += done.offers.length
    for (const { entryId, seats } of done.offers)
      ctx.log.info({ entryId, showtimeId, seats: seats.length }, 'seats offered')
    // Another visitor was faster, or a party has joined: try again.
    if (done.offers.length === 0 && done.refused.length === 0) failedAttempts += 1
  }
  return { count, refused }
}

interface CandidateOptions {
  refused: ReadonlySet<string>
  freedTiers: ReadonlySet<SeatTier> | undefined
}

async function findCandidates(
  ctx: Context,
  showtimeId: string,
  { refused, freedTiers }: CandidateOptions,
) {
  const { rows } = await waitlist.selectWaiting(ctx.reader, showtimeId)
  const parties = rows
    .map((row) => partyOf(ctx, row))
    .filter((party) => !refused.has(party.entryId) && waitsForAny(party, freedTiers))
  if (parties.length === 0) return []
  return (await findFittingParties(ctx, showtimeId, parties)).slice(0, MAX_OFFERS)
}

const waitsForAny = ({ categories }: WaitingParty, tiers: ReadonlySet<SeatTier> | undefined) =>
  !tiers || categories.length === 0 || categories.some((category) => tiers.has(seatTier(category)))
