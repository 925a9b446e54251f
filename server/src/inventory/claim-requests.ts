import type { Proof } from '@marquee/contract/proof-of-work'
import type { Config } from '../config.ts'

export interface HolderAtShowtime {
  showtimeId: string
  holder: string
}

/** A friend in a shared selection. */
export interface Member {
  /** The holder id of the friend. */
  id: string
  /** The start of the selection. A later selection of its holder is not shared. */
  since: number
}

/** The visitor behind a request, for the limits per account and per address. */
export interface Visitor {
  /** The signed-in user. */
  userId?: string | null
  /** The key of the network address. */
  address?: string | null
  /** The user's email is confirmed, so the limits per address do not apply. */
  isConfirmed?: boolean
  /** The solution of a challenge. */
  proof?: Proof | undefined
}

/** The places that a holder asks to hold, buy or release: all of them or none. */
export interface PlacesRequest extends HolderAtShowtime, Visitor {
  placeIds: readonly string[]
  /** Which of the places are asked for as seats; undefined if the request does not say. */
  seatIds?: readonly string[] | undefined
  /** The friend who asks for places of a shared selection. Undefined: its holder, as in any selection. */
  member?: Member | undefined
  /** The visitor asks for accessible places, which are protected otherwise. */
  isAccessible?: boolean | undefined
}

/** The keys under which the limits count the places of a visitor, besides the account. */
export interface VisitorKeys {
  /** The address key, if the limits per address apply to the visitor. */
  limitedAddress: string | null
  /** The address key of a visitor with a confirmed email. */
  confirmedAddress: string | null
  /** The key of the mailbox, if it is confirmed. Accounts of one mailbox share one allowance. */
  mailbox: string | null
}

/** A request for places with its action. */
export interface ClaimRequest extends PlacesRequest, VisitorKeys {
  /** `sell`: staff sells or blocks. The limits per holder and the cutoff do not apply. */
  action: 'hold' | 'checkout' | 'extend' | 'release' | 'buy' | 'sell'
  /** The step (`ProofNeeded`) of the visitor's proof of work; 0 without a proof. */
  provenStep: number
  /** Places at the showtime that the holder or the account gives up if the request is granted. The limit per account does not count them. */
  leavingIds?: readonly string[]
}

/** Returns the address key, if the limits per address apply to the visitor. */
export const limitedAddressOf = (
  { showAllowancePercent }: Pick<Config, 'showAllowancePercent'>,
  { address = null, isConfirmed }: Visitor,
) => (showAllowancePercent === undefined || isConfirmed ? null : address)

/** Returns the address key, if the visitor has a confirmed email and addresses are limited. */
export const confirmedAddressOf = (
  { showAllowancePercent }: Pick<Config, 'showAllowancePercent'>,
  { address = null, isConfirmed }: Visitor,
) => (showAllowancePercent !== undefined && isConfirmed ? address : null)

/** When a hold ends, its holder may not hold the place again until this long after a visitor of another address last asked for it. */
export const RETAKE_BLOCK_MS = 30_000

/** Until when a holder holds places at a showtime, by the database's clock (epoch milliseconds). */
export interface HoldState {
  /** The deadline of the selection. */
  holdUntil: number | null
  now: number
}

/** The limits count what a holder holds at a showtime, so no two transactions may write it at the same time. */
export const holderLockName = ({ showtimeId, holder }: HolderAtShowtime) =>
  `${showtimeId}/${holder}`

/** The names to lock while a request is written, in the order in which every transaction locks them. */
export const limitLockNames = (request: ClaimRequest) => [
  holderLockName(request),
  ...limitKeys(request),
  ...(request.confirmedAddress
    ? [`${request.showtimeId}/confirmed/${request.confirmedAddress}`]
    : []),
]

/** Requests with a common key are never in two batches at the same time, because an account and an address are limited over all showtimes. */
export const limitKeys = ({ userId, mailbox, limitedAddress }: ClaimRequest) => [
  ...(userId ? [`account/${mailbox ?? userId}`] : []),
  ...(limitedAddress ? [`address/${limitedAddress}`] : []),
]

/** Identifies one place at one showtime. No id contains the separator. */
export const placeKey = (showtimeId: string, placeId: string) => `${showtimeId}\0${placeId}`

/** Leaves out requests for a place that an earlier one asks for, so that one statement can write them. */
export function withoutOverlaps<Request extends PlacesRequest>(requests: readonly Request[]) {
  const taken = new Set<string>()
  return requests.filter(({ showtimeId, placeIds }) => {
    const keys = placeIds.map((placeId) => placeKey(showtimeId, placeId))
    if (keys.some((key) => taken.has(key))) return false
    for (const key of keys) taken.add(key)
    return true
  })
}
