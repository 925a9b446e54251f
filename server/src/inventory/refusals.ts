import { getBookingWindow } from '@marquee/contract/booking-window'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import type { PlaceKind } from '../database/schema.ts'
import {
  type AppError,
  closed,
  notOwner,
  overLimit,
  placeNotFound,
  showtimeNotFound,
  taken,
} from '../errors.ts'
import type { ClaimRequest } from './claim-requests.ts'
import type { RuleInput, WantedPlace } from './rule-inputs.ts'

/**
 * Returns why a statement did not grant a request: NOT_FOUND, NOT_OWNER, CLOSED, LIMIT, or TAKEN with the lost places. Returns undefined
 * if the request can now be granted. The statements decide; this only explains.
 */
export function explainRefusal(
  request: ClaimRequest,
  input: RuleInput | undefined,
): AppError | undefined {
  if (!input) return showtimeNotFound()
  if (request.action === 'release') return explainNotOwner(request, input)
  if (request.placeIds.length === 0 && input.held.length === 0) {
    return notOwner('Your selection has expired.')
  }
  return (
    explainUnknown(request, input) ??
    explainClosed(request, input) ??
    explainLimit(request.action === 'buy' ? input.wanted : [...input.held, ...input.wanted]) ??
    explainTaken(request, input)
  )
}

function explainNotOwner(request: ClaimRequest, input: RuleInput) {
  const isTaken = input.wanted.some((place) => isTakenByOther(place, request, input))
  return isTaken ? notOwner('You can release only your own seats and parking slots.') : undefined
}

function explainUnknown({ holder, placeIds, seatIds }: ClaimRequest, { wanted, now }: RuleInput) {
  const isKnown = (place: WantedPlace) =>
    place.retired === 0 || (place.holder === holder && isLive(place, now))
  const isAsAsked = ({ place_id, kind }: WantedPlace) =>
    seatIds === undefined || seatIds.includes(place_id) === (kind === 'seat')
  const found = wanted.filter((place) => isKnown(place) && isAsAsked(place))
  return found.length < new Set(placeIds).size ? placeNotFound() : undefined
}

function explainClosed(
  { action }: ClaimRequest,
  { now, startsAt, cutoffMinutes, ...input }: RuleInput,
) {
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
export function explainLimit(places: readonly { place_id: string; kind: PlaceKind }[]) {
  const kinds = new Map(places.map(({ place_id, kind }) => [place_id, kind]))
  const count = (kind: PlaceKind) => [...kinds.values()].filter((other) => other === kind).length
  if (count('seat') > MAX_SEATS) {
    return overLimit(`You can choose up to ${MAX_SEATS} seats for one show.`)
  }
  if (count('twoWheeler') > MAX_SLOTS_PER_TYPE || count('fourWheeler') > MAX_SLOTS_PER_TYPE) {
    return overLimit(`You can choose up to ${MAX_SLOTS_PER_TYPE} parking slots of each kind.`)
  }
  return undefined
}

function explainTaken(request: ClaimRequest, input: RuleInput) {
  const lost = input.wanted.filter((place) => isTakenByOther(place, request, input))
  if (lost.length === 0) return
  return taken(lost.map(({ place_id, label }) => ({ _id: place_id, label })))
}

const isTakenByOther = (place: WantedPlace, { holder }: ClaimRequest, { now }: RuleInput) =>
  place.booking_id !== null || (place.holder !== holder && isLive(place, now))

const isLive = ({ held_until }: WantedPlace, now: number) => (held_until ?? 0) > now

/** Another holder's expired hold blocks a place until it is deleted. */
export const isBlockedByExpiredHold = ({ holder }: ClaimRequest, { wanted, now }: RuleInput) =>
  wanted.some((place) => place.holder !== null && place.holder !== holder && !isLive(place, now))
