import {
  hasTooManyAccessible,
  MAX_COMPANIONS,
  MAX_SEATS,
  MAX_SLOTS_PER_TYPE,
  MAX_WHEELCHAIRS,
  TOO_MANY_SEATS,
  TOO_MANY_SLOTS,
} from '@marquee/contract/seats/holds'
import { type AppError, overLimit } from '#src/errors.ts'
import {
  type Claim,
  type HoldMoment,
  type HoldSettings,
  keysOfClaim,
  type LimitKeys,
  listKeys,
  type Place,
  type ShowtimeState,
} from '../state.ts'
import { type AddressUse, findAddressRefusal, PRESSURE } from './address-limits.ts'
import { isHeldBy } from './places.ts'
import { isOfAccount, isOfAddress, type PlacesCommand, type Requester } from './requester.ts'
import { isProtecting } from './times.ts'

// How many places a holder, a visitor, an account and a network address may have.

const TOO_MANY_ACCESSIBLE = `You can choose up to ${MAX_WHEELCHAIRS} wheelchair and ${MAX_COMPANIONS} companion places for one show.`

/** Parking slots that one account may hold or have bought for one showtime. */
export const MAX_SLOTS_PER_ACCOUNT = 8

/** Places that one account, or all accounts of one mailbox, may have at all shows to come. */
export const ACCOUNT_TOTALS = {
  held: 60,
  /** Held or bought. */
  all: 200,
}

/** Places that one visitor may hold at all showtimes: two full selections, and more than a family does. */
export const MAX_HELD_BY_VISITOR = 40

interface PlacesToHave {
  places: readonly Place[]
  moment: HoldMoment
}

/** A holder may have ten seats and four slots of each kind at a show, and two accessible places of each type while they are protected. */
export function findHolderRefusal(
  state: ShowtimeState,
  { requester, leavingIds = [] }: PlacesCommand,
  { places, moment }: PlacesToHave,
) {
  const all = new Set(places)
  for (const id of state.heldPlaces.get(requester.holder) ?? []) {
    const place = leavingIds.includes(id) ? undefined : state.layout.byId.get(id)
    if (place) all.add(place)
  }
  return (
    findSizeRefusal(all) ?? (isProtecting(state.show, moment) ? findAccessRefusal(all) : undefined)
  )
}

/** A booking, like a selection, has at most ten seats and four slots of each kind. */
export function findSizeRefusal(places: Iterable<Pick<Place, 'kind'>>) {
  const kinds = [...places].map(({ kind }) => kind)
  const count = (kind: Place['kind']) => kinds.filter((other) => other === kind).length
  if (count('seat') > MAX_SEATS) return overLimit(TOO_MANY_SEATS)
  if (count('twoWheeler') > MAX_SLOTS_PER_TYPE || count('fourWheeler') > MAX_SLOTS_PER_TYPE)
    return overLimit(TOO_MANY_SLOTS)
  return undefined
}

function findAccessRefusal(places: Iterable<Pick<Place, 'access'>>) {
  const types = [...places].map(({ access }) => access)
  const count = (type: Place['access']) => types.filter((other) => other === type).length
  return hasTooManyAccessible(count('wheelchair'), count('companion'))
    ? overLimit(TOO_MANY_ACCESSIBLE)
    : undefined
}

/**
 * Returns LIMIT if the visitor would hold too many places at all showtimes together. `places`: all that the visitor would have chosen at this one.
 * Belongs to the limits that `RATE_LIMITS` switches off.
 */
export function findVisitorRefusal(
  state: ShowtimeState,
  { holder, elsewhere }: Pick<Requester, 'holder' | 'elsewhere'>,
  { places, moment }: PlacesToHave,
) {
  const isMore = places.some(({ id }) => !isHeldBy(state, holder, id))
  if (moment.showAllowancePercent === undefined || !isMore) return
  return elsewhere.ofVisitor + places.length > MAX_HELD_BY_VISITOR
    ? overLimit(`You can hold up to ${MAX_HELD_BY_VISITOR} places at a time.`)
    : undefined
}

/** Returns LIMIT or CHALLENGE if the account or the address of the requester would have too many places. */
export function findAccountOrAddressRefusal(
  state: ShowtimeState,
  command: PlacesCommand & { isSale: boolean },
  { places, moment }: PlacesToHave,
): AppError | undefined {
  const { requester } = command
  if (places.length === 0 || (requester.account === null && requester.address === null)) return
  const use = countUse(state, command, { places, moment })
  return (
    findAccountRefusal(command, use, moment) ??
    (isProtecting(state.show, moment) ? findAccessUseRefusal(requester, use) : undefined) ??
    findAddressRefusal(requester, use, moment)
  )
}

/** Returns LIMIT if the account or the address of the requester would have too many accessible places, the only limit of an exchange of seats. */
export function findAccountOrAddressAccessRefusal(
  state: ShowtimeState,
  command: PlacesCommand & { isSale: boolean },
  { places, moment }: PlacesToHave,
) {
  if (!isProtecting(state.show, moment) || places.every(({ access }) => access === null)) return
  return findAccessUseRefusal(command.requester, countUse(state, command, { places, moment }))
}

/** What the account and the address have at the show with the places of the command. */
interface Use extends AddressUse {
  /** Of the account. */
  seats: number
  slots: number
  held: number
  addsToAccount: number
  wheelchairs: number
  companions: number
  wheelchairsOfAddress: number
  companionsOfAddress: number
}

/**
 * The places that a command adds to an account and to an address are those that did not count there before. What a visitor holds moves to
 * the account and the address from which the visitor asks for more. A sale of a held place adds nothing to an address: the place counts
 * where it was held.
 */
function countUse(
  state: ShowtimeState,
  { requester, leavingIds = [], isSale }: PlacesCommand & { isSale: boolean },
  { places, moment }: PlacesToHave,
): Use {
  const use: Use = {
    seats: 0,
    slots: 0,
    held: 0,
    addsToAccount: 0,
    wheelchairs: 0,
    companions: 0,
    ofAddress: 0,
    addsToAddress: 0,
    wheelchairsOfAddress: 0,
    companionsOfAddress: 0,
    recent: 0,
    seatCount: state.layout.seatCount,
  }
  const addToAccount = (place: Place | undefined) => {
    if (place?.kind === 'seat') use.seats += 1
    else use.slots += 1
    if (place?.access === 'wheelchair') use.wheelchairs += 1
    if (place?.access === 'companion') use.companions += 1
  }
  const addToAddress = (place: Place | undefined) => {
    use.ofAddress += 1
    if (place?.access === 'wheelchair') use.wheelchairsOfAddress += 1
    if (place?.access === 'companion') use.companionsOfAddress += 1
  }
  for (const [id, claim] of claimsOf(state, requester)) {
    if (leavingIds.includes(id)) continue
    const keys = keysOfClaim(state, claim)
    const place = state.layout.byId.get(id)
    if (isOfAccount(keys, requester)) {
      addToAccount(place)
      if (claim.kind === 'held') use.held += 1
    }
    if (isOfAddress(keys, requester)) addToAddress(place)
  }
  for (const place of places) {
    const claim = state.claims.get(place.id)
    const keys = claim && keysOfClaim(state, claim)
    if (!keys || !isOfAccount(keys, requester)) {
      use.addsToAccount += 1
      addToAccount(place)
    }
    const isCounted =
      keys !== undefined &&
      isHeldBy(state, requester.holder, place.id) &&
      (isSale ? countsForSomeAddress(keys, requester) : isOfAddress(keys, requester))
    if (!isCounted) {
      use.addsToAddress += 1
      addToAddress(place)
    }
  }
  // Only for those whose limit depends on it: all claims of the show are read.
  const recent = requester.address === null ? 0 : countRecent(state, moment.now - PRESSURE.periodMs)
  return { ...use, recent: recent + use.addsToAddress }
}

/** The claims that may count for the account or the address of a requester. */
function claimsOf(state: ShowtimeState, requester: LimitKeys): [placeId: string, claim: Claim][] {
  const sold = state.claims.withIndexKey(listKeys(requester))
  const held = [...state.selections.values()].flatMap(({ holder, choosers }) => {
    const isOwn = choosers.some(
      (keys) => isOfAccount(keys, requester) || isOfAddress(keys, requester),
    )
    return isOwn ? (state.heldPlaces.get(holder) ?? []) : []
  })
  return [
    ...sold,
    ...held.flatMap((id): [string, Claim][] => {
      const claim = state.claims.get(id)
      return claim ? [[id, claim]] : []
    }),
  ]
}

const countRecent = (state: ShowtimeState, since: number) =>
  state.claims.count((claim) => (sinceOf(state, claim) ?? 0) > since)

const countsForSomeAddress = ({ address, confirmedAddress }: LimitKeys, requester: LimitKeys) =>
  (requester.address === null ? confirmedAddress : address) !== null

/** When the place was held or sold. */
const sinceOf = ({ selections }: ShowtimeState, claim: Claim) =>
  claim.kind === 'sold' ? claim.soldAt : selections.get(claim.holder)?.since

/** The totals of all shows belong to the limits that `RATE_LIMITS` switches off. */
function findAccountRefusal(
  { requester: { account, elsewhere }, isSale }: PlacesCommand & { isSale: boolean },
  use: Use,
  { seatsPerAccount, showAllowancePercent }: HoldSettings,
) {
  if (account === null || use.addsToAccount === 0) return
  if (use.seats > seatsPerAccount || use.slots > MAX_SLOTS_PER_ACCOUNT)
    return overLimit(
      `One account can have up to ${seatsPerAccount} seats and ${MAX_SLOTS_PER_ACCOUNT} parking slots for one show.`,
    )
  if (showAllowancePercent === undefined) return
  if (!isSale && elsewhere.held + use.held + use.addsToAccount > ACCOUNT_TOTALS.held)
    return overLimit(`One account can hold up to ${ACCOUNT_TOTALS.held} places at a time.`)
  if (elsewhere.all + use.seats + use.slots > ACCOUNT_TOTALS.all)
    return overLimit(`One account can have up to ${ACCOUNT_TOTALS.all} places for shows to come.`)
  return
}

const ACCESS_OF_ADDRESS_FULL =
  'The wheelchair and companion places that your network can have are held or booked. Please sign in with a confirmed email.'

/** While accessible places are protected, an account may have two of each type, and so may the unconfirmed visitors of one address. */
function findAccessUseRefusal({ account, address }: Requester, use: Use) {
  const isAccountOver = hasTooManyAccessible(use.wheelchairs, use.companions)
  if (account !== null && use.addsToAccount > 0 && isAccountOver)
    return overLimit(TOO_MANY_ACCESSIBLE)
  const isAddressOver = hasTooManyAccessible(use.wheelchairsOfAddress, use.companionsOfAddress)
  if (address !== null && use.addsToAddress > 0 && isAddressOver)
    return overLimit(ACCESS_OF_ADDRESS_FULL)
  return
}
