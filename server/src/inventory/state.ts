import type { PlaceRow } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import type { Draft, AggregateDecision as WriterDecision } from '../platform/aggregate-store.ts'
import type { MutablePlaceArray, PlaceArray, PlaceNumbers } from './place-array.ts'

// The state of a showtime, and how changes are applied to it. Pure: decisions read a state and return changes.

/** A place of a screen. */
export type Place = PlaceRow

export interface Layout {
  /** In display order, with places that are no longer offered. */
  places: readonly Place[]
  byId: ReadonlyMap<string, Place>
  numbers: PlaceNumbers
  /** Seats that are offered. */
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
  screenId: string
  screen: string
  startsAt: number
  /** Booking ends so many minutes before the start. Null: the default. */
  cutoffMinutes: number | null
  isCancelled: boolean
}

/** The keys under which the limits count what a visitor holds and has bought. */
export interface LimitKeys {
  /** The user. */
  account: string | null
  /** Of a confirmed email. Accounts of one mailbox share one allowance. */
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

interface Held {
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

type Mutable<Value> =
  Value extends PlaceArray<infer Item>
    ? MutablePlaceArray<Item>
    : Value extends ReadonlyMap<infer Key, infer Item>
      ? Map<Key, Item>
      : Value
type MutableState = { -readonly [Key in keyof ShowtimeState]: Mutable<ShowtimeState[Key]> }

/** A state that is being changed, with the keys of the rows that have changed. */
export interface ShowtimeDraft extends Draft<ShowtimeState> {
  /** As it is stored. */
  before: ShowtimeState
  /** When it was opened, by the database's clock. */
  now: number
  selections: Set<string>
  claims: Set<string>
  coolDowns: Set<string>
}

/** Small corrections of the clock may leave stored times this far in the future. */
export const CLOCK_TOLERANCE_MS = 5000

interface EndMoment {
  now: number
  /** The longest hold. */
  holdMaxMs: number
}

/** The time of a selection is over. One with a later deadline than any hold can have is over too: the clock was set back. */
export const hasEnded = ({ deadline }: Selection, { now, holdMaxMs }: EndMoment) =>
  deadline <= now || deadline > now + holdMaxMs + CLOCK_TOLERANCE_MS

/** The holder holds places now. */
export function hasLiveSelection(
  { selections }: Pick<ShowtimeState, 'selections'>,
  holder: string,
  moment: EndMoment,
) {
  const own = selections.get(holder)
  return own !== undefined && !hasEnded(own, moment)
}

/** Opens a draft and ends the selections and cool-downs whose time is over, so that decisions see none of them. */
export function openDraft(
  state: ShowtimeState,
  now: number,
  holdMaxMs = Number.POSITIVE_INFINITY,
): ShowtimeDraft {
  const draft: ShowtimeDraft = {
    state,
    before: state,
    now,
    isChanged: false,
    selections: new Set(),
    claims: new Set(),
    coolDowns: new Set(),
  }
  // First: a hold that ends now may start another cool-down of the same place.
  const over = [...state.coolDowns].filter(([, { until }]) => until <= now)
  if (over.length > 0) applyChanges(draft, { coolDowns: over.map(([id]) => [id, null]) })
  const ended = [...state.selections.values()].filter((selection) =>
    hasEnded(selection, { now, holdMaxMs }),
  )
  if (ended.length > 0) applyChanges(draft, endSelections(state, ended, now))
  return draft
}

/** For so long after a visitor of another address has asked for a place, the holder whose hold ends may not hold it again. */
export const COOL_DOWN_MS = 30_000

/** Ends selections whose time is over or whose visitors are gone. Starts the cool-downs of places that others have asked for. */
export function endSelections(
  state: ShowtimeState,
  ended: readonly Selection[],
  now: number,
): Changes {
  const places = ended.flatMap(({ holder }) => state.heldPlaces.get(holder) ?? [])
  return endHolds(state, places, now)
}

/** Ends holds. Starts the cool-downs of places that others have asked for. */
export function endHolds(state: ShowtimeState, placeIds: readonly string[], now: number): Changes {
  const coolDowns = placeIds.flatMap((id): [string, CoolDown][] => {
    const claim = state.claims.get(id)
    if (claim?.kind !== 'held' || claim.askedAt === null) return []
    const until = claim.askedAt + COOL_DOWN_MS
    const address = keysOfClaim(state, claim).address
    return until > now ? [[id, { holder: claim.holder, address, until }]] : []
  })
  return { claims: placeIds.map((id) => [id, null]), coolDowns }
}

export const NO_KEYS: LimitKeys = {
  account: null,
  mailbox: null,
  address: null,
  confirmedAddress: null,
}

/** The keys under which a claim counts. */
export function keysOfClaim(state: ShowtimeState, claim: Claim): LimitKeys {
  if (claim.kind === 'sold') return claim
  return (
    state.selections.get(claim.holder)?.choosers.find(({ id }) => id === claim.chooserId) ?? NO_KEYS
  )
}

/** Applies changes to a draft. The first change copies the state. */
export function applyChanges(draft: ShowtimeDraft, changes: Changes) {
  const { selections = [], claims = [], coolDowns = [], show, isTouched = false } = changes
  if (selections.length + claims.length + coolDowns.length === 0 && !show && !isTouched) return
  if (!draft.isChanged) draft.state = copyOf(draft.state)
  draft.isChanged = true
  const state = draft.state as MutableState
  if (show) state.show = { ...state.show, ...show }
  for (const selection of selections) {
    state.selections.set(selection.holder, selection)
    draft.selections.add(selection.holder)
  }
  const formerHolders = new Set<string>()
  for (const [placeId, claim] of claims) {
    const before = state.claims.get(placeId)
    if (before?.kind === 'held') {
      removeHeldPlace(state, before.holder, placeId)
      formerHolders.add(before.holder)
    }
    if (claim) state.claims.set(placeId, claim)
    else state.claims.delete(placeId)
    if (claim?.kind === 'held') {
      addHeldPlace(state, claim.holder, placeId)
      draft.selections.add(claim.holder)
    }
    draft.claims.add(placeId)
  }
  for (const holder of formerHolders) {
    if (!state.heldPlaces.has(holder)) state.selections.delete(holder)
    draft.selections.add(holder)
  }
  for (const [placeId, coolDown] of coolDowns) {
    if (coolDown) state.coolDowns.set(placeId, coolDown)
    else state.coolDowns.delete(placeId)
    draft.coolDowns.add(placeId)
  }
}

function addHeldPlace(state: MutableState, holder: string, placeId: string) {
  state.heldPlaces.set(holder, [...(state.heldPlaces.get(holder) ?? []), placeId])
}

function removeHeldPlace(state: MutableState, holder: string, placeId: string) {
  const places = (state.heldPlaces.get(holder) ?? []).filter((id) => id !== placeId)
  if (places.length > 0) state.heldPlaces.set(holder, places)
  else state.heldPlaces.delete(holder)
}

const copyOf = (state: ShowtimeState): ShowtimeState => ({
  ...state,
  selections: new Map(state.selections),
  heldPlaces: new Map(state.heldPlaces),
  claims: state.claims.copy(),
  coolDowns: new Map(state.coolDowns),
})

/** The state after changes that are not written yet. */
export function stateAfter(state: ShowtimeState, changes: Changes, now: number): ShowtimeState {
  const draft = openDraft(state, now)
  applyChanges(draft, changes)
  return draft.state
}
