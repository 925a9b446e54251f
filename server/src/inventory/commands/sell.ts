import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import { endOfShow } from '@marquee/contract/time'
import { type AppError, closed } from '#src/errors.ts'
import {
  findAccountOrAddressAccessRefusal,
  findAccountOrAddressRefusal,
  findSizeRefusal,
} from '../rules/limits.ts'
import { findPlaces, findTakenRefusal, isHeldBy } from '../rules/places.ts'
import { keysOf, type PlacesCommand, visitorOf } from '../rules/requester.ts'
import { SHOW_ENDED } from '../rules/times.ts'
import {
  type Changes,
  type Claim,
  type HoldMoment,
  keysOfClaim,
  type Place,
  type ShowtimeState,
  type Sold,
} from '../state.ts'
import { findClosedRefusal, recordAsked } from './hold.ts'

export interface SellCommand extends PlacesCommand {
  /** The id of the booking. */
  bookingId: string
  /** False if as many seats of the show were given back: of the limits per account and address, only that of accessible places applies. None applies to staff. */
  areLimitsApplied?: boolean | undefined
}

/** A seat that a friend has chosen in a shared selection and that another visitor of it pays for. */
export interface FriendSeat {
  placeId: string
  /** The visitor id of the friend. */
  friendId: string
  account: string | null
}

type SaleDecision =
  | { places: Place[]; friendSeats: FriendSeat[]; changes: Changes }
  | { refusal: AppError; changes?: Changes }

/**
 * Sells places that are free or held by the buyer. A hold may be paid after the cutoff; nothing is sold to visitors after the start, and
 * nothing by staff after the end. Refuses with NOT_FOUND, CLOSED, LIMIT, CHALLENGE, and TAKEN with the lost places.
 */
export function sell(state: ShowtimeState, sale: SellCommand, moment: HoldMoment): SaleDecision {
  const { requester, placeIds, isByStaff = false, areLimitsApplied = true } = sale
  if (state.show.isCancelled) return { refusal: closed(SHOW_CANCELLED) }
  const places = findPlaces(state, sale)
  if (!Array.isArray(places)) return { refusal: places }
  const isHeld = placeIds.every((id) => isHeldBy(state, requester.holder, id))
  const refusal = isByStaff
    ? findEndRefusal(state, moment)
    : (findClosedRefusal(state, moment, { mayBeLate: isHeld }) ?? findSizeRefusal(places))
  if (refusal) return { refusal }
  const lost = findTakenRefusal(state, sale, { places, moment })
  if (lost) return { refusal: lost, changes: recordAsked(state, sale, moment) }
  const findOverLimit = areLimitsApplied
    ? findAccountOrAddressRefusal
    : findAccountOrAddressAccessRefusal
  const overLimit = isByStaff
    ? undefined
    : findOverLimit(state, { ...sale, isSale: true }, { places, moment })
  if (overLimit) return { refusal: overLimit }
  return { places, friendSeats: friendSeatsOf(state, sale), changes: saleOf(state, sale, moment) }
}

const findEndRefusal = ({ show }: ShowtimeState, { now }: HoldMoment) =>
  now >= endOfShow(show.startsAt, show.duration) ? closed(SHOW_ENDED) : undefined

function friendSeatsOf(state: ShowtimeState, { requester, placeIds }: SellCommand) {
  const payer = visitorOf(requester)
  return placeIds.flatMap((placeId): FriendSeat[] => {
    const claim = state.claims.get(placeId)
    if (claim?.kind !== 'held' || claim.chooserId === claim.holder || claim.chooserId === payer)
      return []
    const { account } = keysOfClaim(state, claim)
    return [{ placeId, friendId: claim.chooserId, account }]
  })
}

/** A place that was held from another address still counts there. */
function saleOf(
  state: ShowtimeState,
  { requester, placeIds, bookingId, isByStaff }: SellCommand,
  { now }: HoldMoment,
): Changes {
  const buyer = keysOf(requester)
  const claims = placeIds.map((id): [string, Sold] => {
    const claim = state.claims.get(id)
    const heldFrom =
      claim && isHeldBy(state, requester.holder, id) ? keysOfClaim(state, claim).address : null
    const address = buyer.address === null ? null : (heldFrom ?? buyer.address)
    return [id, { kind: 'sold', bookingId, soldAt: isByStaff ? null : now, ...buyer, address }]
  })
  return { claims }
}

/** Gives places of a booking back. Leaves out a place that another booking has. */
export function giveBack(
  { claims }: ShowtimeState,
  { bookingId, placeIds }: { bookingId: string; placeIds: readonly string[] },
): Changes {
  const isOfBooking = (claim: Claim | undefined) =>
    claim?.kind === 'sold' && claim.bookingId === bookingId
  return { claims: placeIds.filter((id) => isOfBooking(claims.get(id))).map((id) => [id, null]) }
}
