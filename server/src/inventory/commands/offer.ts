import { findBestSeats } from '@marquee/contract/seats/best-seats'
import { seatTier } from '@marquee/contract/seats/seat-tiers'
import { closed } from '#src/errors.ts'
import { chooseSeats, type HallPlace, hallOf } from '../rules/choice.ts'
import {
  NOTHING_ELSEWHERE,
  type Requester,
  type TotalsElsewhere,
  WITHOUT_BROWSER,
} from '../rules/requester.ts'
import {
  accept,
  type Changes,
  type Claim,
  type Decision,
  findChooser,
  type HoldMoment,
  type Place,
  refuse,
  type Selection,
  type ShowtimeState,
} from '../state.ts'
import { grant, withoutFriend } from './hold.ts'

const HOLDER_PREFIX = 'offer '

/** The holder of the seats of an offer until its account opens it. No browser has such an id. */
export const offerHolder = (entryId: string) => `${HOLDER_PREFIX}${entryId}`

export const isOfferHolder = (holder: string) => holder.startsWith(HOLDER_PREFIX)

/** A party that waits for seats of a showtime. */
export interface OfferParty {
  /** The holder of the seats that it is offered. No browser has this id. */
  holder: string
  userId: string
  /** The key of the mailbox of the account. */
  mailbox: string
  /** The number of seats. */
  size: number
  /** Only seats side by side. */
  isTogether: boolean
  /** Seats of the tiers of these categories; empty for all seats. */
  categories: readonly string[]
}

type RequestedSeats = Pick<OfferParty, 'size' | 'isTogether' | 'categories'>

/** Returns the ids of free seats for a party. Undefined if there are none. */
export const chooseForParty = (state: ShowtimeState, party: OfferParty, moment: HoldMoment) =>
  chooseSeats(state, { ...choiceOf(party), isReplacing: false }, moment)

const choiceOf = (party: OfferParty, elsewhere: TotalsElsewhere = NOTHING_ELSEWHERE) => ({
  requester: requesterOf(party, elsewhere),
  best: {
    size: party.size,
    isTogether: party.isTogether,
    ...(party.categories.length > 0 && { categories: party.categories }),
  },
})

/** The email of the account is confirmed, so the limits per address do not apply. The address of the browser counts when it buys the seats. */
const requesterOf = (
  { holder, userId, mailbox }: OfferParty,
  elsewhere: TotalsElsewhere,
): Requester => ({
  ...WITHOUT_BROWSER,
  holder,
  account: userId,
  mailbox,
  elsewhere,
})

export interface OfferedSeats {
  seats: Place[]
  /** Epoch milliseconds, by the database's clock. */
  holdUntil: number
}

/**
 * Holds seats for a party until the end of its offer. Without a browser it is never abandoned. Refuses with LIMIT if the account would
 * exceed its limits, and returns null if no free seats fit.
 */
export function offerSeats(
  state: ShowtimeState,
  { party, elsewhere }: { party: OfferParty; elsewhere: TotalsElsewhere },
  moment: HoldMoment,
): Decision<OfferedSeats | null> {
  const placeIds = chooseForParty(state, party, moment)
  if (!placeIds) return accept(null)
  const { requester } = choiceOf(party, elsewhere)
  const granted = grant(state, { requester, placeIds }, moment, { isOffer: true })
  if ('refusal' in granted) return refuse(granted.refusal)
  const selection = neverAbandoned(granted.selection)
  return accept(
    {
      seats: placeIds.flatMap((id) => state.layout.byId.get(id) ?? []),
      holdUntil: selection.deadline,
    },
    { ...granted.changes, selections: [selection] },
  )
}

const neverAbandoned = (selection: Selection): Selection => ({
  ...selection,
  choosers: selection.choosers.map((chooser) => ({ ...chooser, seenAt: null })),
})

/** Parties that no free seats fit. Free seats only become fewer, so they do not fit a later party that wants the same either. */
export function createUnfitParties() {
  const keys = new Set<string>()
  const keyOf = ({ size, isTogether, categories }: RequestedSeats) =>
    JSON.stringify([size, isTogether, categories])
  return {
    has: (party: RequestedSeats) => keys.has(keyOf(party)),
    add: (party: RequestedSeats) => void keys.add(keyOf(party)),
  }
}

/** Whether seats for a party would be free if nothing were held or sold, without those out of service. */
export function canEverFit(
  { layout }: Pick<ShowtimeState, 'layout'>,
  { size, isTogether, categories }: RequestedSeats,
) {
  const tiers = new Set(categories.map(seatTier))
  const isFree = ({ category, place }: HallPlace) =>
    place.out_of_service === 0 && (tiers.size === 0 || tiers.has(seatTier(category)))
  return findBestSeats(hallOf(layout), { size, isTogether, isFree }) !== undefined
}

interface HandOverCommand {
  account: string
  /** Holders. */
  from: string
  to: string
  /** When the offer was opened first, epoch milliseconds; null if it was not. A selection that began later is the browser's own. */
  openedAt: number | null
}

const WITH_FRIENDS = 'You are choosing seats with friends at this show. Please release them first.'

/**
 * Gives the seats of an offer to a browser of its account, with their deadline. Other places that this browser holds at the showtime are
 * released. Returns the seats; none if the offer has ended. Refuses with CLOSED if either browser shares its selection with friends.
 */
export function handOver(
  state: ShowtimeState,
  { account, from, to, openedAt }: HandOverCommand,
): Decision<{ seatIds: string[]; holdUntil: number }> {
  const selection = state.selections.get(from)
  const own = findChooser(selection, from)
  const isOffered =
    selection !== undefined &&
    own?.account === account &&
    (openedAt === null || selection.since <= openedAt)
  if (!isOffered) return accept({ seatIds: [], holdUntil: 0 })
  const held = new Set(state.heldPlaces.get(from))
  // In the order of the seat map: that of the holds is another one when they are read again.
  const seatIds = state.layout.places.flatMap(({ id }) =>
    held.has(id) && chooserOf(state, id) === from ? id : [],
  )
  const { deadline: holdUntil } = selection
  if (from === to) return accept({ seatIds, holdUntil })
  const isShared = state.claims
    .values()
    .some(
      (claim) =>
        claim.kind === 'held' &&
        claim.holder !== claim.chooserId &&
        (claim.holder === from || claim.holder === to || claim.chooserId === to),
    )
  if (isShared) return refuse(closed(WITH_FRIENDS))
  return accept({ seatIds, holdUntil }, moveSelection(state, { selection, to }))
}

const chooserOf = ({ claims }: ShowtimeState, placeId: string) => {
  const claim = claims.get(placeId)
  return claim?.kind === 'held' ? claim.chooserId : undefined
}

/**
 * The account may open the offer again in another browser, so the selection is not abandoned. Friends who have joined without choosing a
 * place leave, and so does the browser if it has joined others.
 */
function moveSelection(
  state: ShowtimeState,
  { selection, to }: { selection: Selection; to: string },
): Changes {
  const moved = (state.heldPlaces.get(selection.holder) ?? []).map((id): [string, Claim] => [
    id,
    { kind: 'held', holder: to, chooserId: to, askedAt: null },
  ])
  const released = (state.heldPlaces.get(to) ?? []).map((id) => [id, null] as const)
  const own = selection.choosers.filter(({ id }) => id === selection.holder)
  return {
    selections: [
      ...withoutFriend(state.selections.values(), to),
      {
        ...selection,
        holder: to,
        choosers: own.map((chooser) => ({ ...chooser, id: to, seenAt: null })),
      },
    ],
    claims: [...released, ...moved],
  }
}
