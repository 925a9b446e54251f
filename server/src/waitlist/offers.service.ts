import { type SeatTier, seatTier } from '@marquee/contract/seats/seats'
import { formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import {
  chooseForParty,
  type OfferedSeats,
  type OfferParty,
  offerHolder,
  offerSeats,
} from '../inventory/commands/offer.ts'
import type { TotalsElsewhere } from '../inventory/rules/requester.ts'
import { findFittingParties, readFreeSeats } from '../inventory/selections/offers.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { mailboxKey } from '../messages/mail/recipient-key.ts'
import { addNotice } from '../messages/notices/notices.service.ts'
import { endEntries } from './ended-entries.service.ts'
import { type Offer, offerMail, offerPath, showText } from './offer-mail.ts'
import { msUntilCutoff, offerDuration } from './offer-times.ts'
import * as waitlist from './waitlist.sql.ts'

/** One transaction makes at most this many offers, which keeps it short. */
const MAX_OFFERS = 20

/** Another visitor may take the seats of an offer first. */
const MAX_ATTEMPTS = 5

interface WaitingParty extends OfferParty {
  entryId: string
}

const partyOf = (ctx: Context, row: waitlist.WaitingRow): WaitingParty => ({
  entryId: row.id,
  holder: offerHolder(row.id),
  userId: row.user_id,
  size: row.seats,
  isTogether: row.together === 1,
  categories: JSON.parse(row.categories) as string[],
  mailbox: mailboxKey(ctx, row.email),
})

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

interface OfferRound {
  showtimeId: string
  candidates: readonly WaitingParty[]
  /** Other entries that cannot get an offer now. A candidate that was refused earlier is tried again. */
  refused: ReadonlySet<string>
}

/** Makes the offers of one transaction, first come first served: holds, entries, notices and mails. */
async function makeOffers(ctx: Context, { showtimeId, candidates, refused }: OfferRound) {
  const elsewhere = await countElsewhere(ctx, showtimeId, candidates)
  return inShowtimes(ctx, [showtimeId], async (unit) => {
    const { tx } = unit
    const emails = await lockRecipients(tx, candidates)
    const waiting = await waitlist.lockWaiting(
      tx,
      candidates.map(({ entryId }) => entryId),
    )
    const lockedIds = new Set(waiting.rows.map(({ id }) => id))
    const [show] = (await waitlist.selectShowToWaitFor(tx, showtimeId)).rows
    const leftMs = show ? msUntilCutoff(show) : 0
    if (!show || leftMs <= 0) return { offers: [], refused: [...candidates] }
    const unconfirmed = candidates.filter(({ userId }) => !emails.has(userId))
    const unconfirmedIds = new Set(unconfirmed.map(({ entryId }) => entryId))
    const { rows } = await waitlist.selectWaiting(tx, showtimeId)
    const parties = rows
      .map((row) => partyOf(ctx, row))
      .filter(
        ({ entryId }) =>
          !unconfirmedIds.has(entryId) && (lockedIds.has(entryId) || !refused.has(entryId)),
      )
    const made = offerInOrder(unit, {
      showtimeId,
      parties,
      elsewhere,
      lockedIds,
      offerMs: offerDuration(ctx.config.offerMs, leftMs),
    })
    const offers = [...made.offers].map(([party, seats]) =>
      createOffer(party, seats, { showtimeId, show }),
    )
    for (const offer of offers) {
      await writeOffer(ctx, tx, offer, emails.get(offer.userId) ?? '')
      unit.emit(['noticesChanged', offer.userId])
    }
    return { offers, refused: [...made.refused, ...unconfirmed] }
  })
}

/** What the accounts of the parties hold and have bought at other showtimes. */
async function countElsewhere(
  { placesElsewhere }: Context,
  showtimeId: string,
  parties: readonly WaitingParty[],
) {
  const totals = await Promise.all(
    parties.map(({ userId: account, mailbox }) =>
      placesElsewhere.count({ showtimeId, account, mailbox, address: null }),
    ),
  )
  return new Map(parties.map(({ entryId }, index) => [entryId, totals[index]]))
}

interface OfferTerms {
  showtimeId: string
  /** All parties that wait, in the order in which they came. */
  parties: readonly WaitingParty[]
  elsewhere: ReadonlyMap<string, TotalsElsewhere | undefined>
  /** The entries that are locked. The choice ends at another one that seats are free for. */
  lockedIds: ReadonlySet<string>
  /** How long the seats are held. */
  offerMs: number
}

/**
 * Offers seats to the first parties that fit. A party that no free seats fit is passed over; one whose account would exceed its limits is
 * refused.
 */
function offerInOrder(
  unit: ShowtimeUnit,
  { showtimeId, parties, elsewhere, lockedIds, offerMs }: OfferTerms,
) {
  const offers = new Map<WaitingParty, OfferedSeats>()
  const refused: WaitingParty[] = []
  const moment = { ...unit.moment, holdMs: offerMs }
  // Free seats only become fewer, so what has not fitted one party does not fit a later one like it.
  const failed = new Set<string>()
  for (const party of parties) {
    const key = JSON.stringify([party.size, party.isTogether, party.categories])
    const totals = elsewhere.get(party.entryId)
    if (failed.has(key)) continue
    const state = unit.state(showtimeId)
    if (!totals || !lockedIds.has(party.entryId)) {
      if (chooseForParty(state, party, moment)) break
      failed.add(key)
      continue
    }
    try {
      const offered = unit.accept(
        showtimeId,
        offerSeats(state, { party, elsewhere: totals }, moment),
      )
      if (offered) offers.set(party, offered)
      else failed.add(key)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(party)
    }
  }
  return { offers, refused }
}

/** The emails of the candidates that are confirmed, by user. */
async function lockRecipients(tx: Db, candidates: readonly WaitingParty[]) {
  const userIds = [...new Set(candidates.map(({ userId }) => userId))]
  const { rows } = await lockUsers(tx, userIds)
  const confirmed = rows.filter(({ email_confirmed_at }) => email_confirmed_at !== null)
  return new Map(confirmed.map(({ id, email }) => [id, email]))
}

const createOffer = (
  { entryId, userId }: WaitingParty,
  { seats, holdUntil }: OfferedSeats,
  { showtimeId, show }: { showtimeId: string; show: waitlist.ShowOfEntry },
): Offer => ({
  entryId,
  userId,
  showtimeId,
  movieId: show.movie_id,
  movie: show.movie,
  startsAt: show.starts_at,
  screen: show.screen,
  holdUntil,
  seats: seats.map(({ label }) => label),
})

async function writeOffer(ctx: Context, tx: Db, offer: Offer, email: string) {
  const { entryId: id, userId, holdUntil } = offer
  const { timeZone } = ctx.config
  await waitlist.markOffered(tx, { id, holder: offerHolder(id), offerUntil: holdUntil })
  await addNotice(tx, {
    userId,
    kind: 'offer',
    link: offerPath(offer),
    title: `Seats for ${offer.movie}: ${offer.seats.join(', ')}`,
    text: `${showText(offer, timeZone)}. Held for you until ${formatTime(holdUntil, timeZone)}.`,
  })
  await queueMails(tx, [{ ...offerMail(ctx, email, offer), giveUpAt: holdUntil }])
}
