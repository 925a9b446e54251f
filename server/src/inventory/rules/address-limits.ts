import { overLimit, ProofNeeded } from '#src/errors.ts'
import type { HoldSettings } from '../state.ts'
import type { ReleasedPlaces, Requester } from './requester.ts'

/** A show is under pressure when so much of it was held or sold in so short a time. */
export const PRESSURE = { percentOfSeats: 50, minPlaces: 40, periodMs: 600_000 }

/**
 * Limits on the places that visitors of one network address hold or have bought for shows to come, unless they are signed in with a confirmed
 * email. Those who are solve challenges above the maximum for one showtime.
 */
export const ADDRESS_LIMITS = {
  /** Free of work for one showtime, however few seats the screen has. */
  minFreePlaces: 40,
  /** The maximum for one showtime, in percent of its seats. */
  maxPercent: 35,
  /** The maximum for one showtime is never lower than this. */
  minMaxPlaces: 60,
  /** The maximum for all showtimes together. */
  maxPlaces: 200,
  /** The work of a challenge doubles after every so many further places. */
  placesPerStep: 10,
}

/** What the address of a requester has at a show with the places of a command. */
export interface AddressUse {
  ofAddress: number
  /** Those that did not count for the address before. */
  addsToAddress: number
  /** Places that were held or sold lately, from any address. */
  recent: number
  seatCount: number
}

const ADDRESS_FULL =
  'Too many places are held or booked from your network. Please try again later, or sign in with a confirmed email.'

const percentOf = (seats: number, percent: number) => Math.floor((seats * percent) / 100)

/** How many places an address may have at a show: without a challenge, and at all. */
function sharesOf({ showAllowancePercent = 0 }: HoldSettings, seatCount: number) {
  const { minFreePlaces, maxPercent, minMaxPlaces } = ADDRESS_LIMITS
  const free = Math.max(minFreePlaces, percentOf(seatCount, showAllowancePercent))
  return { free, max: Math.max(minMaxPlaces, percentOf(seatCount, maxPercent), free) }
}

/**
 * Visitors without a confirmed email solve challenges above the free share of their address, for each place while a show is under pressure,
 * and after they have released many places. Those with one solve them above the maximum of the others.
 */
export function findAddressRefusal(requester: Requester, use: AddressUse, settings: HoldSettings) {
  if (use.addsToAddress === 0) return
  const { free, max } = sharesOf(settings, use.seatCount)
  const { address, confirmedAddress, elsewhere, provenStep, released } = requester
  if (address === null)
    return confirmedAddress === null
      ? undefined
      : findProofNeeded(stepOf(use.ofAddress - max), provenStep)
  const total = elsewhere.ofAddress + use.ofAddress
  if (use.ofAddress > max || total > ADDRESS_LIMITS.maxPlaces) return overLimit(ADDRESS_FULL)
  const { percentOfSeats, minPlaces } = PRESSURE
  const isUnderPressure = use.recent > Math.max(minPlaces, percentOf(use.seatCount, percentOfSeats))
  const step = Math.max(
    stepOf(use.ofAddress - free),
    isUnderPressure ? 1 : 0,
    released ? cyclingStep(released) : 0,
  )
  return findProofNeeded(step, provenStep)
}

/** `excess`: places above those without a challenge. The step is 1 for the first ten of them, 2 for the next ten, and so on. */
const stepOf = (excess: number) => Math.ceil(excess / ADDRESS_LIMITS.placesPerStep)

/**
 * Whether a proof of `provenStep` is enough where `step` is needed. It pays for its own step and for the next one, because other visitors of the
 * address may make requests while it is computed. 0: none is needed, or there is none.
 */
export const isProven = (step: number, provenStep: number) =>
  step <= 0 || (provenStep > 0 && step <= provenStep + 1)

const findProofNeeded = (step: number, provenStep: number) =>
  isProven(step, provenStep) ? undefined : new ProofNeeded(step)

/** Visitors who release places and hold others again and again keep them from all others, without an end and without paying. */
export const CYCLING = {
  periodMs: 600_000,
  /** Free of work. A visitor who thinks for long releases a full selection four times. */
  freeOfVisitor: 40,
  freeOfAddress: 200,
  /** The work doubles after every so many further places. */
  placesPerStep: 20,
}

/** The step of the proof of work that a visitor needs who has released so many places; 0 for none. */
export function cyclingStep({ ofVisitor, ofAddress }: ReleasedPlaces) {
  const { freeOfVisitor, freeOfAddress, placesPerStep } = CYCLING
  const excess = Math.max(ofVisitor - freeOfVisitor, ofAddress - freeOfAddress)
  return Math.max(0, Math.ceil(excess / placesPerStep))
}
