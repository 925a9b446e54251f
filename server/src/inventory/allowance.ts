import {
  ACCOUNT_TOTALS,
  ADDRESS_LIMITS,
  MAX_COMPANIONS,
  MAX_SLOTS_PER_ACCOUNT,
  MAX_WHEELCHAIRS,
  PRESSURE,
  TOO_MANY_ACCESSIBLE,
} from '@marquee/contract/holds'
import { countScreenSeats } from '../catalogue/screen-layouts.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { type AppError, overLimit } from '../errors.ts'
import { type AllowanceRow, selectAllowance } from './allowance.sql.ts'
import type { ClaimRequest } from './claim-requests.ts'

/**
 * The step of the proof of work that a request needs: 1 for the first ten places above the allowance of its address, 2 for the next ten, and
 * so on. Each step takes twice as much work.
 */
export interface ProofNeeded {
  step: number
}

/** Whether a limit per account or per address applies to a request. */
export const isLimited = ({ placeIds, userId, limitedAddress }: ClaimRequest) =>
  placeIds.length > 0 && Boolean(userId || limitedAddress)

/** What one request adds to the places of its account and its address. */
interface Added {
  seats: number
  slots: number
  places: number
}

/**
 * Loads how many places the accounts and addresses of requests hold and have bought. In the transaction that writes the requests, call it
 * after their locks. `admit` counts the places of admitted requests, so that all requests of a batch together stay within the limits.
 */
export async function loadAllowances(ctx: Context, db: Db, requests: readonly ClaimRequest[]) {
  const limited = requests.filter(isLimited)
  const { rows } = await selectAllowance(db, limited, ctx.config)
  const rowsOf = Map.groupBy(rows, ({ request_index }) => limited[request_index])
  const screenSeats = await countScreenSeats(ctx, rows)
  const admitted = new Map<string, number>()
  const count = (key: string) => admitted.get(key) ?? 0

  /** Returns the refusal of a request that exceeds a limit per account or per address, or the proof of work that it needs. */
  function findAllowanceRefusal(request: ClaimRequest): AppError | ProofNeeded | undefined {
    const placeRows = rowsOf.get(request)
    const [first] = placeRows ?? []
    if (!placeRows || !first) return
    const added = addedBy(request, placeRows)
    const keys = keysOf(request)
    const owned = added.seats + added.slots
    if (request.userId && owned > 0) {
      const refusal = findAccountRefusal(ctx.config, {
        seats: (first.account_seats ?? 0) + count(keys.seats) + added.seats,
        slots: (first.account_slots ?? 0) + count(keys.slots) + added.slots,
        held: request.action === 'buy' ? 0 : (first.account_held ?? 0) + count(keys.held) + owned,
        all: (first.account_total ?? 0) + count(keys.held) + owned,
      })
      if (refusal) return refusal
    }
    const accessRefusal = findAccessRefusal(request, placeRows, admitted)
    if (accessRefusal || added.places === 0) return accessRefusal
    const use = {
      places: (first.address_places ?? 0) + count(keys.places) + added.places,
      total: (first.address_total ?? 0) + count(keys.total) + added.places,
      recent: (first.recent_places ?? 0) + count(keys.recent) + added.places,
      screenSeats: screenSeats.get(first.screen_id) ?? 0,
      provenStep: request.provenStep,
    }
    if (request.limitedAddress) return findAddressRefusal(ctx.config, use)
    return request.confirmedAddress ? findConfirmedAddressRefusal(ctx.config, use) : undefined
  }

  /** Admits a request that is within the limits, and counts its places. */
  function admit(request: ClaimRequest) {
    if (findAllowanceRefusal(request)) return false
    const rows = rowsOf.get(request) ?? []
    const { seats, slots, places } = addedBy(request, rows)
    const keys = keysOf(request)
    const add = (key: string, places: number) => admitted.set(key, count(key) + places)
    add(keys.seats, seats)
    add(keys.slots, slots)
    add(keys.held, seats + slots)
    add(keys.places, places)
    add(keys.total, places)
    add(keys.recent, places)
    for (const row of rows) for (const { key } of accessKeysOf(request, row)) add(key, 1)
    return true
  }

  return { findAllowanceRefusal, admit }
}

const accountOf = ({ userId, mailbox }: ClaimRequest) => mailbox ?? userId

const keysOf = (request: ClaimRequest) => {
  const { showtimeId, limitedAddress, confirmedAddress } = request
  const address = limitedAddress ?? `confirmed ${confirmedAddress}`
  return {
    seats: `seats ${showtimeId} ${accountOf(request)}`,
    slots: `slots ${showtimeId} ${accountOf(request)}`,
    held: `held ${accountOf(request)}`,
    places: `places ${showtimeId} ${address}`,
    total: `total ${address}`,
    recent: `recent ${showtimeId}`,
  }
}

interface AccessKey {
  key: string
  isOfAccount: boolean
}

/** What a protected place adds to: the places of its type that the account has at the show, and the unconfirmed visitors of the address. */
function accessKeysOf(request: ClaimRequest, { access, ...row }: AllowanceRow): AccessKey[] {
  const { showtimeId, userId, limitedAddress } = request
  const isNewHere = request.action === 'buy' ? !row.is_held : !row.is_counted
  return [
    ...(access && userId && !row.is_owned
      ? [{ key: `${access} ${showtimeId} account ${accountOf(request)}`, isOfAccount: true }]
      : []),
    ...(access && limitedAddress && isNewHere
      ? [{ key: `${access} ${showtimeId} address ${limitedAddress}`, isOfAccount: false }]
      : []),
  ]
}

const MAX_ACCESS = { wheelchair: MAX_WHEELCHAIRS, companion: MAX_COMPANIONS }
const ACCESS_OF_ADDRESS_FULL =
  'The wheelchair and companion places that your network can have are held or booked. Please sign in with a confirmed email.'

/** While accessible places are protected, an account may have two of each type, and so may the unconfirmed visitors of one address. */
function findAccessRefusal(
  request: ClaimRequest,
  rows: AllowanceRow[],
  admitted: ReadonlyMap<string, number>,
) {
  const added = new Map(admitted)
  for (const row of rows) {
    for (const { key, isOfAccount } of accessKeysOf(request, row)) {
      const used = (isOfAccount ? row.account_access : row.address_access) ?? 0
      const places = (added.get(key) ?? 0) + 1
      added.set(key, places)
      if (row.access && used + places > MAX_ACCESS[row.access])
        return overLimit(isOfAccount ? TOO_MANY_ACCESSIBLE : ACCESS_OF_ADDRESS_FULL)
    }
  }
  return
}

/**
 * A hold that its holder asks for again moves to the account and the address of the request: it adds a place to them unless it is theirs
 * already. A place that was held from another address is bought without adding one, because it still counts there.
 */
function addedBy({ action }: ClaimRequest, rows: AllowanceRow[]): Added {
  const added = { seats: 0, slots: 0, places: 0 }
  for (const { kind, is_held, is_counted, is_owned } of rows) {
    if (!is_owned) added[kind === 'seat' ? 'seats' : 'slots'] += 1
    if (!(action === 'buy' ? is_held : is_counted)) added.places += 1
  }
  return added
}

interface AccountUse extends Omit<Added, 'places'> {
  /** Places that are held at all shows. */
  held: number
  /** Places that are held or bought, for all shows to come. */
  all: number
}

/** The totals belong to the limits that `RATE_LIMITS` switches off. */
function findAccountRefusal(
  {
    seatsPerAccount,
    showAllowancePercent,
  }: Pick<Config, 'seatsPerAccount' | 'showAllowancePercent'>,
  { seats, slots, held, all }: AccountUse,
) {
  if (seats > seatsPerAccount || slots > MAX_SLOTS_PER_ACCOUNT)
    return overLimit(
      `One account can have up to ${seatsPerAccount} seats and ${MAX_SLOTS_PER_ACCOUNT} parking slots for one show.`,
    )
  if (showAllowancePercent === undefined) return
  if (held > ACCOUNT_TOTALS.held)
    return overLimit(`One account can hold up to ${ACCOUNT_TOTALS.held} places at a time.`)
  if (all > ACCOUNT_TOTALS.all)
    return overLimit(`One account can have up to ${ACCOUNT_TOTALS.all} places for shows to come.`)
  return
}

interface AddressUse {
  /** Places at the showtime, with those of the request. */
  places: number
  /** Places at all showtimes, with those of the request. */
  total: number
  /** Places of the showtime that were held or sold in the last ten minutes, with those of the request. */
  recent: number
  /** The number of seats of the screen. */
  screenSeats: number
  provenStep: number
}

const ADDRESS_FULL =
  'Too many places are held or booked from your network. Please try again later, or sign in with a confirmed email.'

/** How many places an address may have at a show: without a challenge, and at all. */
function sharesOf(
  { showAllowancePercent = 0 }: Pick<Config, 'showAllowancePercent'>,
  screenSeats: number,
) {
  const { minFreePlaces, maxPercent, minMaxPlaces } = ADDRESS_LIMITS
  const free = Math.max(minFreePlaces, percentOf(screenSeats, showAllowancePercent))
  return { free, max: Math.max(minMaxPlaces, percentOf(screenSeats, maxPercent), free) }
}

const percentOf = (seats: number, percent: number) => Math.floor((seats * percent) / 100)

/** The limits of an address for visitors without a confirmed email. While a show is under pressure, each of its places needs a proof. */
function findAddressRefusal(
  config: Pick<Config, 'showAllowancePercent'>,
  { places, total, recent, screenSeats, provenStep }: AddressUse,
) {
  const { free, max } = sharesOf(config, screenSeats)
  if (places > max || total > ADDRESS_LIMITS.maxPlaces) return overLimit(ADDRESS_FULL)
  const { percentOfSeats, minPlaces } = PRESSURE
  const isUnderPressure = recent > Math.max(minPlaces, percentOf(screenSeats, percentOfSeats))
  return findProofNeeded(Math.max(places - free, isUnderPressure ? 1 : 0), provenStep)
}

/** Visitors with a confirmed email solve challenges above the maximum of the others. */
const findConfirmedAddressRefusal = (
  config: Pick<Config, 'showAllowancePercent'>,
  { places, screenSeats, provenStep }: AddressUse,
) => findProofNeeded(places - sharesOf(config, screenSeats).max, provenStep)

/** `excess`: places above those without a challenge. A proof pays for its own step and for the next one: other visitors of the address may be faster. */
function findProofNeeded(excess: number, provenStep: number): ProofNeeded | undefined {
  const step = Math.ceil(excess / ADDRESS_LIMITS.placesPerStep)
  const isProven = provenStep > 0 && step <= provenStep + 1
  return step <= 0 || isProven ? undefined : { step }
}
