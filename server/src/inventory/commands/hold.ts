import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import { type AppError, closed, notOwner } from '#src/errors.ts'
import {
  findAccountOrAddressRefusal,
  findHolderRefusal,
  findVisitorRefusal,
} from '../rules/limits.ts'
import { findPlaces, findTakenRefusal, isHeldBy, placesChosenBy } from '../rules/places.ts'
import { keysOf, type PlacesCommand, type Requester, visitorOf } from '../rules/requester.ts'
import { firstHoldMs, windowOf } from '../rules/times.ts'
import {
  accept,
  type Changes,
  type Chooser,
  type Claim,
  type Decision,
  findChooser,
  type HoldMoment,
  keysOfClaim,
  refuse,
  type Selection,
  type ShowtimeState,
} from '../state.ts'

/** Until when a holder holds places at a showtime, by the database's clock (epoch milliseconds). Null: no places. */
export interface HoldState {
  holdUntil: number | null
  now: number
}

export const holdStateOf = (
  { selections }: ShowtimeState,
  holder: string,
  now: number,
): HoldState => ({ holdUntil: selections.get(holder)?.deadline ?? null, now })

/**
 * Holds all of the places, or none. The first hold of a selection starts the deadline that all its places share. Refuses with NOT_FOUND,
 * NOT_OWNER for a friend whose shared selection has ended, CLOSED, LIMIT, CHALLENGE, and TAKEN with the lost places.
 */
export function hold(
  state: ShowtimeState,
  command: PlacesCommand,
  moment: HoldMoment,
): Decision<HoldState> {
  const granted = grant(state, command, moment)
  if ('refusal' in granted) return refuse(granted.refusal, granted.changes)
  return accept({ holdUntil: granted.selection.deadline, now: moment.now }, granted.changes)
}

type Grant = { selection: Selection; changes: Changes } | { refusal: AppError; changes?: Changes }

interface GrantOptions {
  /** After the cutoff, places that the holder has already are granted. */
  mayBeLate?: boolean
  /** The hold time is that of an offer, which its party has been told. */
  isOffer?: boolean
}

/** Decides about places that a visitor asks to hold. Frees `leavingIds` if it grants them. */
export function grant(
  state: ShowtimeState,
  command: PlacesCommand,
  moment: HoldMoment,
  { mayBeLate = false, isOffer = false }: GrantOptions = {},
): Grant {
  const { requester, placeIds } = command
  const ended = findEndedRefusal(state, requester)
  if (ended) return { refusal: ended }
  if (state.show.isCancelled) return { refusal: closed(SHOW_CANCELLED) }
  const places = findPlaces(state, command)
  if (!Array.isArray(places)) return { refusal: places }
  const isHeld = placeIds.every((id) => isHeldBy(state, requester.holder, id))
  const late = findClosedRefusal(state, moment, { mayBeLate: mayBeLate && isHeld })
  if (late) return { refusal: late }
  const overLimit = findHolderRefusal(state, command, { places, moment })
  if (overLimit) return { refusal: overLimit }
  const lost = findTakenRefusal(state, command, { places, moment })
  if (lost) return { refusal: lost, changes: recordAsked(state, command, moment) }
  const leaving = new Set(command.leavingIds)
  // The places that stay count from now on under the keys of this request.
  const staying = placesChosenBy(state, {
    holder: requester.holder,
    visitor: visitorOf(requester),
  }).filter(({ id }) => !leaving.has(id))
  const countedPlaces = [...new Set([...places, ...staying])]
  const overOtherLimit =
    findVisitorRefusal(state, requester, { places: countedPlaces, moment }) ??
    findAccountOrAddressRefusal(
      state,
      { ...command, isSale: false },
      { places: countedPlaces, moment },
    )
  if (overOtherLimit) return { refusal: overOtherLimit }
  const hasUsualTime = isOffer || state.selections.has(requester.holder)
  const holdMs = hasUsualTime ? moment.holdMs : firstHoldMs(state, moment)
  return grantPlaces(state, command, { ...moment, holdMs })
}

/** A friend asks for places of a shared selection that has ended, or that the friend has left for another one. */
export function findEndedRefusal(
  { selections }: ShowtimeState,
  { holder, friend }: Pick<Requester, 'holder' | 'friend'>,
) {
  if (!friend) return
  const selection = selections.get(holder)
  const hasEnded = selection?.since !== friend.since || !findChooser(selection, friend.id)
  return hasEnded ? notOwner('This shared selection has ended.') : undefined
}

/** CLOSED outside of the booking window. `mayBeLate`: until the show starts. */
export function findClosedRefusal(
  { show }: ShowtimeState,
  moment: HoldMoment,
  { mayBeLate }: { mayBeLate: boolean },
) {
  const window = windowOf(show, moment)
  if (window.open || (mayBeLate && !show.isCancelled && moment.now < show.startsAt)) return
  return closed(window.message)
}

/** A held place is recorded as asked for at most this often. */
const ASKED_INTERVAL_MS = 5000

/** Records that a visitor of another address has asked for held places: they cool down when their hold ends. */
export function recordAsked(
  state: ShowtimeState,
  { requester, placeIds }: PlacesCommand,
  { now, showAllowancePercent }: HoldMoment,
): Changes {
  const { networkAddress, holder } = requester
  if (networkAddress === null || showAllowancePercent === undefined) return {}
  const claims = placeIds.flatMap((id): [string, Claim][] => {
    const claim = state.claims.get(id)
    if (claim?.kind !== 'held' || claim.holder === holder) return []
    const isRecent = (claim.askedAt ?? 0) > now - ASKED_INTERVAL_MS
    const { address, confirmedAddress } = keysOfClaim(state, claim)
    const isSameAddress = (address ?? confirmedAddress) === networkAddress
    return isRecent || isSameAddress ? [] : [[id, { ...claim, askedAt: now }]]
  })
  return { claims }
}

/** A visitor who acts again is recorded as present at most this often. */
const SEEN_INTERVAL_MS = 1000

function grantPlaces(
  state: ShowtimeState,
  { requester, placeIds, leavingIds = [] }: PlacesCommand,
  moment: HoldMoment,
): { selection: Selection; changes: Changes } {
  const { holder } = requester
  const before = state.selections.get(holder)
  const selection = withChooser(before ?? startSelection(state, holder, moment), requester, moment)
  const held = placeIds.flatMap((id): [string, Claim][] =>
    isHeldBy(state, holder, id)
      ? []
      : [[id, { kind: 'held', holder, chooserId: visitorOf(requester), askedAt: null }]],
  )
  const left = leavingIds.map((id) => [id, null] as const)
  return {
    selection,
    changes: {
      claims: [...held, ...left],
      ...(selection !== before && { selections: [selection] }),
    },
  }
}

const startSelection = (
  { show }: ShowtimeState,
  holder: string,
  { now, holdMs, holdMaxMs }: HoldMoment,
): Selection => ({
  holder,
  since: now,
  deadline: Math.min(now + holdMs, now + holdMaxMs, show.startsAt),
  linkHash: null,
  paysForAll: false,
  choosers: [],
})

/** The selection with the visitor who acts now, with the keys of this request. Returns the same selection if nothing has to be written. */
function withChooser(selection: Selection, requester: Requester, { now }: HoldMoment): Selection {
  const id = visitorOf(requester)
  const before = findChooser(selection, id)
  const keys = keysOf(requester)
  const isSame =
    before !== undefined &&
    before.account === keys.account &&
    before.mailbox === keys.mailbox &&
    before.address === keys.address &&
    before.confirmedAddress === keys.confirmedAddress &&
    (before.seenAt === null || before.seenAt > now - SEEN_INTERVAL_MS)
  if (isSame) return selection
  const chooser = before ?? { id, name: null, checkoutAt: null, seenAt: now }
  const seenAt = chooser.seenAt === null ? null : now
  return replaceChooser(selection, { ...chooser, ...keys, seenAt })
}

/** The holder is the first chooser. */
export function replaceChooser(selection: Selection, chooser: Chooser): Selection {
  const others = selection.choosers.filter(({ id }) => id !== chooser.id)
  const isHolder = chooser.id === selection.holder
  return { ...selection, choosers: isHolder ? [chooser, ...others] : [...others, chooser] }
}

/** The selections that a friend has joined, without the friend. */
export const withoutFriend = (selections: Iterable<Selection>, friendId: string): Selection[] =>
  [...selections].flatMap((selection) => {
    const others = selection.choosers.filter(({ id }) => id !== friendId)
    const hasJoined = selection.holder !== friendId && others.length < selection.choosers.length
    return hasJoined ? [{ ...selection, choosers: others }] : []
  })
