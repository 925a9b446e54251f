import type { Draft } from '../platform/aggregate-store.ts'
import type { MutablePlaceArray, PlaceArray } from './place-array.ts'
import {
  type Changes,
  type CoolDown,
  keysOfClaim,
  type Selection,
  type ShowtimeState,
} from './state.ts'

// How changes are applied to a state, and what ends by time. Pure.

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
  const ended = [...state.selections.values()].flatMap((selection) =>
    hasEnded(selection, { now, holdMaxMs }) ? (state.heldPlaces.get(selection.holder) ?? []) : [],
  )
  if (ended.length > 0) applyChanges(draft, endHolds(state, ended, now))
  return draft
}

/** For so long after a visitor of another address has asked for a place, the holder whose hold ends may not hold it again. */
export const COOL_DOWN_MS = 30_000

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
