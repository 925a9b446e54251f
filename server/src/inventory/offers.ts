import { findBestSeats } from '@marquee/contract/choosing/best-seats'
import { type SeatTier, seatTier } from '@marquee/contract/seats'
import type { Context } from '../context.ts'
import { lockForHolds, lockNames } from '../database/locks.ts'
import type { Db, PlaceRow } from '../database/schema.ts'
import { closed } from '../errors.ts'
import { loadAllowances } from './allowance.ts'
import {
  type ChoiceRequest,
  hallOf,
  lockChoices,
  type OpenHall,
  openHall,
  withChoice,
} from './choices.batch.ts'
import { holderLockName, limitLockNames } from './claim-requests.ts'
import { hold } from './holds.batch.ts'
import * as statements from './offers.sql.ts'
import { isSeat } from './places.view.ts'
import { readSeatMap, readStoredSeatMap } from './seat-map.ts'
import { isProtectedPlace } from './seat-map.types.ts'
import { findMemberships } from './shared-selections.service.ts'

/** A party that waits for seats of a showtime. */
export interface OfferParty {
  /** The holder of the seats that it is offered. */
  holder: string
  userId: string
  /** The key of the mailbox of the account. */
  mailbox: string
  /** The number of seats. */
  size: number
  /** Only seats side by side. */
  isTogether: boolean
  /** Seats of the tiers of these categories; empty for all seats. */
  categories: readonly string[]
}

export interface OfferedSeats {
  seats: PlaceRow[]
  /** Epoch milliseconds, by the database's clock. */
  holdUntil: number
}

const WITH_FRIENDS = 'You are choosing seats with friends at this show. Please release them first.'

/** Whether seats for the party would be free if nothing were held or sold, without those out of service. Throws NOT_FOUND for an unknown showtime. */
export async function canEverFit(
  ctx: Context,
  showtimeId: string,
  party: Omit<OfferParty, 'holder' | 'mailbox'>,
) {
  const { hall } = hallOf(await readSeatMap(ctx, showtimeId))
  const tiers = new Set(party.categories.map(seatTier))
  const isFree = ({ category, place }: { category: string; place: PlaceRow }) =>
    place.out_of_service === 0 && (tiers.size === 0 || tiers.has(seatTier(category)))
  const { size, isTogether } = party
  return findBestSeats(hall, { size, isTogether, isFree }) !== undefined
}

/** Returns the tiers of the seats that can be offered, by the id of the seat. Throws NOT_FOUND for an unknown showtime. */
export async function readFreeSeats(ctx: Context, showtimeId: string) {
  const map = await readStoredSeatMap(ctx, showtimeId)
  return new Map(
    map.places
      .filter(
        (place) => isSeat(place) && !map.claims.has(place.id) && !isProtectedPlace(map, place),
      )
      .map(({ id, category }): [string, SeatTier] => [id, seatTier(category ?? '')]),
  )
}

/** Returns the parties that seats are free for, first come first served. Reads without locks: `holdOffers` decides. */
export async function findFittingParties<P extends OfferParty>(
  ctx: Context,
  showtimeId: string,
  parties: readonly P[],
) {
  const open = await openHall(ctx, showtimeId)
  return [...chooseInOrder(open, showtimeId, { parties }).keys()]
}

/** The names to lock before the offers are made: no two transactions count the places of an account at the same time. */
export const lockAccountLimits = (tx: Db, showtimeId: string, parties: readonly OfferParty[]) => {
  const names = parties.flatMap((party) => limitLockNames(requestOf(showtimeId, party)))
  return lockNames(tx, names.toSorted())
}

/** Other transactions that choose seats at the showtime wait. Call it after `lockAccountLimits`. */
export const lockChoice = (tx: Db, showtimeId: string) => lockChoices(tx, [showtimeId])

interface OfferTerms<P extends OfferParty> {
  showtimeId: string
  /** All parties that wait, in the order in which they came. */
  parties: readonly P[]
  /** Those whose accounts are locked. The choice ends at another one that seats are free for. */
  locked: ReadonlySet<P>
  /** How long the seats are held. */
  offerMs: number
}

interface Offers<P extends OfferParty> {
  offers: Map<P, OfferedSeats>
  /** Parties whose accounts would exceed their limit. */
  refused: P[]
}

/**
 * Holds seats for the first parties that fit, in the transaction of their offers. A party that no free seats fit is passed over. The statement
 * of all holds decides: a place that another visitor has taken meanwhile is not offered. Throws WRITE_CONFLICT.
 */
export async function holdOffers<P extends OfferParty>(
  ctx: Context,
  tx: Db,
  { showtimeId, parties, locked, offerMs }: OfferTerms<P>,
): Promise<Offers<P>> {
  const refused: P[] = []
  const chosen = await chooseAdmitted(ctx, tx, { showtimeId, parties, locked, refused })
  const config = { ...ctx.config, holdMs: offerMs }
  const states = await hold(
    tx,
    config,
    [...chosen.values()].map(({ request }) => request),
  )
  const offers = new Map<P, OfferedSeats>()
  for (const [party, { request, seats }] of chosen) {
    const holdUntil = states.get(request)?.holdUntil
    if (holdUntil === undefined || holdUntil === null) continue
    await statements.clearPresence(tx, party.holder)
    offers.set(party, { seats, holdUntil })
  }
  return { offers, refused }
}

interface Chosen {
  request: ChoiceRequest
  seats: PlaceRow[]
}

/** Chooses again without the parties above a limit, so that their seats go to the next ones. */
async function chooseAdmitted<P extends OfferParty>(
  ctx: Context,
  tx: Db,
  terms: Omit<OfferTerms<P>, 'offerMs'> & { refused: P[] },
) {
  const { showtimeId, parties, locked, refused } = terms
  while (true) {
    const open = await openHall({ ...ctx, reader: tx }, showtimeId)
    const remaining = parties.filter((party) => !refused.includes(party))
    const chosen = chooseInOrder(open, showtimeId, { parties: remaining, locked })
    const { admit } = await loadAllowances(
      ctx,
      tx,
      [...chosen.values()].map(({ request }) => request),
    )
    const over = [...chosen].filter(([, { request }]) => !admit(request))
    if (over.length === 0) return chosen
    refused.push(...over.map(([party]) => party))
  }
}

function chooseInOrder<P extends OfferParty>(
  open: OpenHall,
  showtimeId: string,
  { parties, locked }: { parties: readonly P[]; locked?: ReadonlySet<P> },
) {
  const places = new Map(open.map.places.map((place) => [place.id, place]))
  const chosen = new Map<P, Chosen>()
  // Free seats only become fewer, so what has not fitted one party does not fit a later one like it.
  const failed = new Set<string>()
  for (const party of parties) {
    const key = JSON.stringify([party.size, party.isTogether, party.categories])
    if (failed.has(key)) continue
    const request = withChoice(open, requestOf(showtimeId, party))
    if (!request) failed.add(key)
    else if (locked && !locked.has(party)) return chosen
    else {
      for (const id of request.placeIds) open.given.add(id)
      chosen.set(party, { request, seats: request.placeIds.flatMap((id) => places.get(id) ?? []) })
    }
  }
  return chosen
}

/** The email of the account is confirmed, so the limits per address do not apply. The address of the browser counts when it buys the seats. */
const requestOf = (
  showtimeId: string,
  { holder, userId, mailbox, size, isTogether, categories }: OfferParty,
): ChoiceRequest => ({
  ...{ showtimeId, holder, userId, isConfirmed: true, action: 'hold', placeIds: [] },
  ...{ mailbox, limitedAddress: null, confirmedAddress: null, provenStep: 0, isReplacing: false },
  best: { size, isTogether, ...(categories.length > 0 && { categories }) },
})

interface Handover {
  showtimeId: string
  userId: string
  /** Holders. */
  from: string
  to: string
  /** When the offer was opened first, epoch milliseconds; null if it was not. What a browser has begun to hold since is not of the offer. */
  openedAt: number | null
}

/**
 * Gives the seats of an offer to the browser of its account, with their deadline. Other places that this browser holds at the showtime are
 * released. Returns the seats; none if the offer has ended. Throws CLOSED if either browser shares its selection with friends.
 */
export async function handOverOffer(
  ctx: Context,
  tx: Db,
  { showtimeId, userId, from, to, openedAt }: Handover,
) {
  const names = [from, to].map((holder) => holderLockName({ showtimeId, holder }))
  await lockNames(tx, names.toSorted())
  const memberships = await findMemberships({ ...ctx, reader: tx }, to)
  await lockForHolds(tx)
  const { rows } = await statements.lockHoldsOf(tx, { showtimeId, holders: [from, to] }, ctx.config)
  const isOffered = ({ held_since }: (typeof rows)[number]) =>
    held_since !== null && (openedAt === null || held_since <= openedAt)
  const offered = rows.filter(
    (row) => row.holder === from && row.account === userId && isOffered(row),
  )
  const heldSince = offered[0]?.held_since
  if (typeof heldSince === 'number' && from !== to) {
    const isShared = memberships.has(showtimeId) || rows.some(({ chosen_by }) => chosen_by !== null)
    if (isShared) throw closed(WITH_FRIENDS)
    await statements.deleteHoldsAt(tx, showtimeId, to)
    await statements.setHolder(tx, { showtimeId, userId, from, to, heldSince })
  }
  return {
    seatIds: offered.map(({ place_id }) => place_id),
    holdUntil: Math.min(...offered.map(({ held_until }) => held_until ?? 0)),
  }
}

/** Releases the seats of an offer. */
export const releaseOffer = (tx: Db, showtimeId: string, holder: string) =>
  statements.deleteHoldsAt(tx, showtimeId, holder)
