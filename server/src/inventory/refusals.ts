import { getBookingWindow, SHOW_CANCELLED } from '@marquee/contract/booking-window'
import {
  MAX_COMPANIONS,
  MAX_SEATS,
  MAX_SLOTS_PER_TYPE,
  MAX_WHEELCHAIRS,
  TOO_MANY_ACCESSIBLE,
  TOO_MANY_SEATS,
  TOO_MANY_SLOTS,
} from '@marquee/contract/holds'
import { PROTECTED_TEXTS } from '@marquee/contract/seats'
import type { PlaceType } from '../database/schema.ts'
import {
  AppError,
  closed,
  notOwner,
  overLimit,
  placeNotFound,
  showtimeNotFound,
  taken,
} from '../errors.ts'
import { type ClaimRequest, RETAKE_BLOCK_MS } from './claim-requests.ts'
import { type DatabaseTime, isLiveDeadline } from './live-holds.ts'
import type { RuleInput, WantedPlace } from './rule-inputs.ts'

/**
 * Returns why a request is refused: NOT_FOUND, NOT_OWNER, CLOSED, LIMIT, or TAKEN with the lost places. Returns undefined if it can be
 * granted. Holds, checkouts, extensions and sales are decided by the statement that writes them, and this finds the reason afterwards. For
 * releases (`decideRelease`) and for the limits of an order (`findLimitRefusal`) it is the decision.
 */
export function findRefusal(
  request: ClaimRequest,
  input: RuleInput | undefined,
): AppError | undefined {
  if (!input) return showtimeNotFound()
  if (isOfEndedSelection(request, input)) return notOwner('This shared selection has ended.')
  if (request.action === 'release') return findNotOwnerRefusal(request, input)
  if (input.isCancelled) return closed(SHOW_CANCELLED)
  if (request.placeIds.length === 0 && input.held.length === 0) {
    return notOwner('Your selection has expired.')
  }
  return (
    findUnknownPlaceRefusal(request, input) ??
    findClosedRefusal(request, input) ??
    findHolderLimitRefusal(request, input) ??
    findTakenRefusal(request, input)
  )
}

/** A friend asks for places of a shared selection that has ended. */
const isOfEndedSelection = ({ action, member }: ClaimRequest, { held }: RuleInput) =>
  member !== undefined && action !== 'buy' && held[0]?.held_since !== member.since

function findHolderLimitRefusal(
  { action, leavingIds = [] }: ClaimRequest,
  { held, wanted, isProtecting }: RuleInput,
) {
  if (action === 'sell') return
  if (action === 'buy') return findLimitRefusal(wanted)
  const staying = held.filter(({ place_id }) => !leavingIds.includes(place_id))
  const places = [...staying, ...wanted]
  return findLimitRefusal(places) ?? (isProtecting ? findAccessLimitRefusal(places) : undefined)
}

/** While accessible places are protected, a holder may have two of each type. */
export function findAccessLimitRefusal(
  places: readonly Pick<WantedPlace, 'place_id' | 'access'>[],
): AppError | undefined {
  const types = new Map(places.map(({ place_id, access }) => [place_id, access]))
  const count = (type: WantedPlace['access']) =>
    [...types.values()].filter((other) => other === type).length
  const isWithin = count('wheelchair') <= MAX_WHEELCHAIRS && count('companion') <= MAX_COMPANIONS
  return isWithin ? undefined : overLimit(TOO_MANY_ACCESSIBLE)
}

function findNotOwnerRefusal(request: ClaimRequest, input: RuleInput) {
  const isTaken = input.wanted.some((place) => isTakenByOther(place, request, input))
  return isTaken ? notOwner('You can release only your own seats and parking slots.') : undefined
}

function findUnknownPlaceRefusal(
  { holder, placeIds, seatIds }: ClaimRequest,
  { wanted, ...time }: RuleInput,
) {
  const isKnown = (place: WantedPlace) =>
    place.retired === 0 || (place.holder === holder && isLive(place, time))
  const hasRequestedKind = ({ place_id, kind }: WantedPlace) =>
    seatIds === undefined || seatIds.includes(place_id) === (kind === 'seat')
  const found = wanted.filter((place) => isKnown(place) && hasRequestedKind(place))
  return found.length < new Set(placeIds).size ? placeNotFound() : undefined
}

export function findClosedRefusal(
  { action }: ClaimRequest,
  { now, startsAt, cutoffMinutes, ...input }: RuleInput,
) {
  if (input.isCancelled) return closed(SHOW_CANCELLED)
  // Staff sells until the end of the show, which `decideOrder` checks.
  if (action === 'sell') return
  const startTime = new Date(startsAt).toISOString()
  const window = getBookingWindow({ startTime, cutoffMinutes }, now)
  if (window.open) return
  const isHeld = input.wanted.every(({ place_id }) =>
    input.held.some((held) => held.place_id === place_id),
  )
  const mayStillPay = (action === 'checkout' || action === 'buy') && isHeld && now < startsAt
  return mayStillPay ? undefined : closed(window.message)
}

/** A holder may have ten seats and four slots of each kind. */
export function findLimitRefusal(places: readonly { place_id: string; kind: PlaceType }[]) {
  const kinds = new Map(places.map(({ place_id, kind }) => [place_id, kind]))
  const count = (kind: PlaceType) => [...kinds.values()].filter((other) => other === kind).length
  if (count('seat') > MAX_SEATS) return overLimit(TOO_MANY_SEATS)
  if (count('twoWheeler') > MAX_SLOTS_PER_TYPE || count('fourWheeler') > MAX_SLOTS_PER_TYPE) {
    return overLimit(TOO_MANY_SLOTS)
  }
  return undefined
}

function findTakenRefusal(request: ClaimRequest, input: RuleInput) {
  const lost = input.wanted.filter(
    (place) =>
      isTakenByOther(place, request, input) ||
      isBlocked(place, request, input) ||
      isProtectedFrom(place, request, input),
  )
  if (lost.length === 0) return
  const free = lost.filter(
    (place) => !isTakenByOther(place, request, input) && !isBlocked(place, request, input),
  )
  if (free.length === 0) return taken(namesOf(lost))
  return protectedPlaces(lost, free)
}

/** Free places that are protected from the request are not called taken. */
function protectedPlaces(lost: readonly WantedPlace[], free: readonly WantedPlace[]) {
  const gone = lost.filter((place) => !free.includes(place))
  const sentences = free.map(
    ({ label, access }) => `${label} is a ${PROTECTED_TEXTS[access ?? 'wheelchair']}.`,
  )
  if (gone.length > 0) sentences.unshift(taken(namesOf(gone)).message)
  return new AppError(409, 'TAKEN', sentences.join(' '), { places: namesOf(lost) })
}

const namesOf = (places: readonly WantedPlace[]) =>
  places.map(({ place_id, label }) => ({ _id: place_id, label }))

/** A place out of service is not for sale, like a sold one. A friend may change only what the friend has chosen. */
const isTakenByOther = (place: WantedPlace, { holder, member }: ClaimRequest, time: DatabaseTime) =>
  place.booking_id !== null ||
  place.out_of_service === 1 ||
  (isLive(place, time) &&
    (place.holder !== holder || (member !== undefined && place.chosen_by !== member.id)))

/** An accessible place is protected from requests that do not ask for one. The same rule as in claim-rules.sql.ts. */
const isProtectedFrom = (place: WantedPlace, request: ClaimRequest, input: RuleInput) =>
  place.access !== null &&
  input.isProtecting &&
  !request.isAccessible &&
  request.action !== 'sell' &&
  !(place.holder === request.holder && isLive(place, input))

/** A hold of the requester or of the same address has ended, and another visitor waits for the place. The same rule as in claim-rules.sql.ts. */
function isBlocked(
  place: WantedPlace,
  { holder, limitedAddress }: ClaimRequest,
  time: DatabaseTime,
) {
  const isOwn = place.blocked_holder === holder
  const isOfAddress = limitedAddress !== null && place.blocked_address === limitedAddress
  if ((place.blocked_until ?? 0) > time.now && (isOwn || isOfAddress)) return true
  return (
    place.holder === holder &&
    !isLive(place, time) &&
    (place.asked_at ?? 0) > time.now - RETAKE_BLOCK_MS
  )
}

/** The last request for a held place is recorded at most this often. */
const MIN_RECORDING_INTERVAL_MS = 5000

/** Finds the places of a request that a visitor of another address holds, and whose last request was not recorded lately. */
export const findAskedPlaces = (
  { action, holder, address, placeIds }: ClaimRequest,
  { wanted, ...time }: RuleInput,
) =>
  address && placeIds.length > 0 && action !== 'release'
    ? wanted.filter(
        (place) =>
          place.holder !== null &&
          place.holder !== holder &&
          place.address !== address &&
          isLive(place, time) &&
          (place.asked_at ?? 0) < time.now - MIN_RECORDING_INTERVAL_MS,
      )
    : []

const isLive = ({ held_until }: WantedPlace, time: DatabaseTime) => isLiveDeadline(held_until, time)

/** Another holder's expired hold blocks a place until it is deleted. */
export const isBlockedByExpiredHold = ({ holder }: ClaimRequest, { wanted, ...time }: RuleInput) =>
  wanted.some((place) => place.holder !== null && place.holder !== holder && !isLive(place, time))
