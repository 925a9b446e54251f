import type { PlaceRow } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import type { AggregateDecision as WriterDecision } from '../platform/aggregate-store.ts'
import type { PlaceArray, PlaceNumbers } from './place-array.ts'

// The state of a showtime. Decisions read it and return changes, which are applied to a draft (draft.ts).

/** A place of a screen. */
export type Place = PlaceRow

export interface Layout {
  /** In display order, with retired places: those that the screen no longer has. */
  places: readonly Place[]
  byId: ReadonlyMap<string, Place>
  numbers: PlaceNumbers
  /** Seats that the screen has today. */
  seatCount: number
}

/** A showtime with the details of its movie and screen. Instants are epoch milliseconds. */
export interface ShowDetails {
  id: string
  movieId: string
  movie: string
  genre: string
  imageUrl: string
  /** Minutes. */
  duration: number
  /** The screen, whatever the version of its layout. */
  screenId: string
  screen: string
  /** The version of the layout that the show has: the id of the screen for the latest one. */
  layoutId: string
  startsAt: number
  /** Booking ends so many minutes before the start. Null: the default. */
  cutoffMinutes: number | null
  isCancelled: boolean
}

/** The keys under which the limits count what a visitor holds and has bought. */
export interface LimitKeys {
  /** The user. */
  account: string | null
  /** Of a confirmed email. Accounts of one mailbox share its limits. */
  mailbox: string | null
  /** The network address of a visitor to whom the limits per address apply. */
  address: string | null
  /** The network address of a visitor with a confirmed email. */
  confirmedAddress: string | null
}

/** A visitor who chooses places in a selection: its holder, or a friend. */
export interface Chooser extends LimitKeys {
  /** The id of the visitor. */
  id: string
  /** Of a friend. */
  name: string | null
  /** When the visitor entered payment. */
  checkoutAt: number | null
  /** When the visitor acted last. Null: the selection is never abandoned. */
  seenAt: number | null
}

/** All places that one holder holds at a showtime, with their deadline. It ends with its last place. */
export interface Selection {
  holder: string
  since: number
  deadline: number
  /** The hash of the link with which friends join. */
  linkHash: string | null
  /** The holder pays for the places of friends. */
  paysForAll: boolean
  /** The holder first. */
  choosers: readonly Chooser[]
}

export interface Held {
  kind: 'held'
  holder: string
  /** The id of the visitor who chose the place. */
  chooserId: string
  /** When a visitor of another address last asked for the place. */
  askedAt: number | null
}

export interface Sold extends LimitKeys {
  kind: 'sold'
  bookingId: string
  /** Null for a sale of staff. */
  soldAt: number | null
}

/** One party's right to one place. */
export type Claim = Held | Sold

/** Who may not hold a place again for a while: the hold ended while another visitor asked for the place. */
export interface CoolDown {
  holder: string
  address: string | null
  until: number
}

export interface ShowtimeState {
  id: string
  /** Random with each commit. */
  version: string
  /** Grows with each change. Clients compare it. */
  rev: number
  show: ShowDetails
  layout: Layout
  /** By holder. */
  selections: ReadonlyMap<string, Selection>
  /** The places of each selection, by holder. */
  heldPlaces: ReadonlyMap<string, readonly string[]>
  claims: PlaceArray<Claim>
  /** By place. */
  coolDowns: ReadonlyMap<string, CoolDown>
}

/** What a command changes. A selection without places ends by itself. */
export interface Changes {
  selections?: readonly Selection[]
  /** By place; null: the place becomes free. */
  claims?: readonly (readonly [placeId: string, claim: Claim | null])[]
  coolDowns?: readonly (readonly [placeId: string, coolDown: CoolDown | null])[]
  /** Details of the show, as the unit of work has written them. */
  show?: Partial<ShowDetails>
  /** The views change although nothing else of the state does. */
  isTouched?: boolean
}

/** The settings of the cinema that decide about holds and sales. */
export interface HoldSettings {
  holdMs: number
  checkoutMs: number
  holdMaxMs: number
  /** Accessible places are protected until so long before the start. */
  accessReleaseMs: number
  seatsPerAccount: number
  /** The share of a screen that an address may have without work. Undefined: addresses are not limited. */
  showAllowancePercent: number | undefined
}

/** The settings, and the time by the database's clock. */
export type HoldMoment = HoldSettings & { now: number }

export type Decision<Result, Row = never> = WriterDecision<Changes, Result, Row>

export const accept = <Result>(result: Result, changes?: Changes): Decision<Result> => ({
  outcome: { result },
  ...(changes && { changes }),
})

/** A refusal may change something too: that a visitor has asked for a place. */
export const refuse = (refusal: Error, changes?: Changes): Decision<never> => ({
  outcome: { refusal },
  ...(changes && { changes }),
})

/** Calls a function that decides. An `AppError` that it throws becomes a refusal. */
export function refuseWhatItThrows<Result, Row = never>(
  decide: () => Decision<Result, Row>,
): Decision<Result, Row> {
  try {
    return decide()
  } catch (error) {
    if (error instanceof AppError) return refuse(error)
    throw error
  }
}

export const NO_KEYS: LimitKeys = {
  account: null,
  mailbox: null,
  address: null,
  confirmedAddress: null,
}

/** The holder or a friend in a selection. */
export const findChooser = (selection: Selection | undefined, visitorId: string) =>
  selection?.choosers.find(({ id }) => id === visitorId)

/** The shared selection of another visitor that a friend has joined. */
export const findJoined = ({ selections }: ShowtimeState, friendId: string) =>
  selections
    .values()
    .find((selection) => selection.holder !== friendId && findChooser(selection, friendId))

/** The keys under which a claim counts. */
export function keysOfClaim({ selections }: ShowtimeState, claim: Claim): LimitKeys {
  if (claim.kind === 'sold') return claim
  return findChooser(selections.get(claim.holder), claim.chooserId) ?? NO_KEYS
}

export const listKeys = ({ account, mailbox, address, confirmedAddress }: LimitKeys): string[] =>
  [account, mailbox, address, confirmedAddress].filter((key) => key !== null)

/** The keys by which the limits find sold places. Those of a held place are in its selection, which changes without the claim. */
export const indexKeysOf = (claim: Claim) => (claim.kind === 'sold' ? listKeys(claim) : [])
