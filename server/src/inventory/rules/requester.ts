import { keysOfClaim, type LimitKeys, NO_KEYS, type ShowtimeState } from '../state.ts'

/** A friend in a shared selection. */
export interface Friend {
  /** The visitor id of the friend. */
  id: string
  /** The start of the selection. A later selection of its holder is not shared. */
  since: number
}

/** The places that a visitor has at other showtimes. They are counted before the command, outside of the lock. */
export interface TotalsElsewhere {
  /** Held by the account. */
  held: number
  /** Held and bought by the account, for shows to come. */
  all: number
  /** Held and bought from the address, for shows to come. */
  ofAddress: number
  /** Held by this visitor, signed in or not. */
  ofVisitor: number
}

export const NOTHING_ELSEWHERE: TotalsElsewhere = { held: 0, all: 0, ofAddress: 0, ofVisitor: 0 }

/** Places that were released at a showtime in the last ten minutes, without a booking meanwhile. */
export interface ReleasedPlaces {
  /** By this visitor. */
  ofVisitor: number
  /** By all visitors of the address who are not signed in with a confirmed email. */
  ofAddress: number
}

/** Who asks, with what the limits need. */
export interface Requester extends LimitKeys {
  /** The holder of the selection: the visitor, or the one who shares a selection with the visitor. */
  holder: string
  /** The friend who asks for places of a shared selection. Undefined: its holder, as in any selection. */
  friend?: Friend | undefined
  /** The network address, whether the limits apply to it or not. */
  networkAddress: string | null
  /** The step of the visitor's proof of work; 0 without one. */
  provenStep: number
  elsewhere: TotalsElsewhere
  /** Undefined: none. */
  released?: ReleasedPlaces | undefined
}

/** For a requester without a browser: a party that is offered seats, or a booking that gets others. */
export const WITHOUT_BROWSER: Omit<Requester, 'holder'> = {
  ...NO_KEYS,
  networkAddress: null,
  provenStep: 0,
  elsewhere: NOTHING_ELSEWHERE,
}

/** A command for all of some places, or none. */
export interface PlacesCommand {
  requester: Requester
  /** Each once. */
  placeIds: readonly string[]
  /** Which of the places are asked for as seats; undefined if the visitor does not say. */
  seatIds?: readonly string[] | undefined
  /** The visitor asks for accessible places, which are protected otherwise. */
  isAccessible?: boolean | undefined
  /** Staff sells. The limits and the cutoff do not apply. */
  isByStaff?: boolean | undefined
  /** Places at the showtime that the requester gives up with the command, none of `placeIds`. The limits do not count them. */
  leavingIds?: readonly string[] | undefined
}

/** The limits count both for one account: accounts of one mailbox share its limits. */
export const isOfAccount = (
  { account, mailbox }: Pick<LimitKeys, 'account' | 'mailbox'>,
  other: Pick<LimitKeys, 'account' | 'mailbox'>,
) =>
  (account !== null && account === other.account) || (mailbox !== null && mailbox === other.mailbox)

/** The id of the visitor who asks. */
export const visitorOf = ({ holder, friend }: Pick<Requester, 'holder' | 'friend'>) =>
  friend?.id ?? holder

export const keysOf = ({ account, mailbox, address, confirmedAddress }: LimitKeys): LimitKeys => ({
  account,
  mailbox,
  address,
  confirmedAddress,
})

/** Unconfirmed and confirmed visitors of an address are counted apart. */
export const isOfAddress = ({ address, confirmedAddress }: LimitKeys, requester: LimitKeys) =>
  requester.address === null
    ? confirmedAddress !== null && confirmedAddress === requester.confirmedAddress
    : address === requester.address

/** For an exchange to another show: the requester, whose totals no longer count the places that are given back at this one. */
export function withoutPlaces(
  requester: Requester,
  state: ShowtimeState,
  placeIds: readonly string[],
): Requester {
  const keys = placeIds.flatMap((id) => {
    const claim = state.claims.get(id)
    return claim ? keysOfClaim(state, claim) : []
  })
  const countOf = (isCounted: (keys: LimitKeys, requester: LimitKeys) => boolean) =>
    keys.filter((one) => isCounted(one, requester)).length
  const { held, all, ofAddress, ofVisitor } = requester.elsewhere
  const elsewhere = {
    held,
    ofVisitor,
    all: Math.max(0, all - countOf(isOfAccount)),
    ofAddress: Math.max(0, ofAddress - countOf(isOfAddress)),
  }
  return { ...requester, elsewhere }
}
