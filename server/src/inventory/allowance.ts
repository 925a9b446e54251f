import { ADDRESS_LIMITS, MAX_SLOTS_PER_ACCOUNT } from '@marquee/contract/holds'
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
    const account = {
      seats: (first.account_seats ?? 0) + count(keys.seats) + added.seats,
      slots: (first.account_slots ?? 0) + count(keys.slots) + added.slots,
    }
    if (request.userId && added.seats + added.slots > 0) {
      const refusal = findAccountRefusal(ctx.config, account)
      if (refusal) return refusal
    }
    if (!request.limitedAddress || added.places === 0) return
    return findAddressRefusal(ctx.config, {
      places: (first.address_places ?? 0) + count(keys.places) + added.places,
      total: (first.address_total ?? 0) + count(keys.total) + added.places,
      screenSeats: screenSeats.get(first.screen_id) ?? 0,
      provenStep: request.provenStep,
    })
  }

  /** Admits a request that is within the limits, and counts its places. */
  function admit(request: ClaimRequest) {
    if (findAllowanceRefusal(request)) return false
    const { seats, slots, places } = addedBy(request, rowsOf.get(request) ?? [])
    const keys = keysOf(request)
    admitted.set(keys.seats, count(keys.seats) + seats)
    admitted.set(keys.slots, count(keys.slots) + slots)
    admitted.set(keys.places, count(keys.places) + places)
    admitted.set(keys.total, count(keys.total) + places)
    return true
  }

  return { findAllowanceRefusal, admit }
}

const keysOf = ({ showtimeId, userId, limitedAddress }: ClaimRequest) => ({
  seats: `seats ${showtimeId} ${userId}`,
  slots: `slots ${showtimeId} ${userId}`,
  places: `places ${showtimeId} ${limitedAddress}`,
  total: `total ${limitedAddress}`,
})

/**
 * A hold that its holder asks for again moves to the account and the address of the request: it adds a place to them unless it is theirs
 * already. Buying it adds no place to the address.
 */
function addedBy({ action }: ClaimRequest, rows: AllowanceRow[]): Added {
  const added = { seats: 0, slots: 0, places: 0 }
  for (const { kind, is_held, is_counted, is_owned } of rows) {
    if (!is_owned) added[kind === 'seat' ? 'seats' : 'slots'] += 1
    if (!(action === 'buy' ? is_held : is_counted)) added.places += 1
  }
  return added
}

function findAccountRefusal(
  { seatsPerAccount }: Pick<Config, 'seatsPerAccount'>,
  { seats, slots }: Omit<Added, 'places'>,
) {
  if (seats <= seatsPerAccount && slots <= MAX_SLOTS_PER_ACCOUNT) return
  return overLimit(
    `One account can have up to ${seatsPerAccount} seats and ${MAX_SLOTS_PER_ACCOUNT} parking slots for one show.`,
  )
}

interface AddressUse {
  /** Places at the showtime, with those of the request. */
  places: number
  /** Places at all showtimes, with those of the request. */
  total: number
  /** The number of seats of the screen. */
  screenSeats: number
  provenStep: number
}

const ADDRESS_FULL =
  'Too many places are being held from your network. Please try again later, or sign in with a confirmed email.'

/** A proof pays for its own step and for the next one: other visitors of the address may be faster. */
function findAddressRefusal(
  { showAllowancePercent = 0 }: Pick<Config, 'showAllowancePercent'>,
  { places, total, screenSeats, provenStep }: AddressUse,
) {
  const { minFreePlaces, maxPercent, minMaxPlaces, maxPlaces, placesPerStep } = ADDRESS_LIMITS
  const percentOfSeats = (percent: number) => Math.floor((screenSeats * percent) / 100)
  const free = Math.max(minFreePlaces, percentOfSeats(showAllowancePercent))
  const max = Math.max(minMaxPlaces, percentOfSeats(maxPercent), free)
  if (places > max || total > maxPlaces) return overLimit(ADDRESS_FULL)
  const step = Math.ceil((places - free) / placesPerStep)
  const isProven = provenStep > 0 && step <= provenStep + 1
  return step <= 0 || isProven ? undefined : { step }
}
