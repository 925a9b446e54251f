import type {
  ClaimRow,
  CoolDownRow,
  SelectionFriendRow,
  SelectionRow,
} from '#src/database/schema.ts'
import type { ShowtimeDraft } from '../draft.ts'
import { createPlaceArray, numberPlaces } from '../place-array.ts'
import { isCurrentSeat, placesChosenBy } from '../rules/places.ts'
import {
  type Chooser,
  type Claim,
  type CoolDown,
  findChooser,
  indexKeysOf,
  type Layout,
  type LimitKeys,
  NO_KEYS,
  type Place,
  type Selection,
  type ShowDetails,
  type ShowtimeState,
} from '../state.ts'
import type { ChangedRows, PlaceAtShowtime, ShowRow } from './showtime-store.sql.ts'

// Makes a state of the rows of a showtime, and rows of the changes of a state.

/** The rows beside those of the showtimes, by the id of the showtime. */
interface RowsByShowtime {
  selections: ReadonlyMap<string, readonly SelectionRow[]>
  friends: ReadonlyMap<string, readonly SelectionFriendRow[]>
  claims: ReadonlyMap<string, readonly ClaimRow[]>
  coolDowns: ReadonlyMap<string, readonly CoolDownRow[]>
}

/** The state of a showtime, from its rows and the places of its screen. */
export function createState(
  row: ShowRow,
  { places, ...rows }: RowsByShowtime & { places: readonly Place[] },
): ShowtimeState {
  const { id, version, rev } = row
  const layout = layoutOf(places)
  const claims = createPlaceArray(
    layout.numbers,
    (rows.claims.get(id) ?? []).map((claim): [string, Claim] => [claim.place_id, claimOf(claim)]),
    indexKeysOf,
  )
  const heldPlaces = new Map<string, string[]>()
  for (const [placeId, claim] of claims) {
    if (claim.kind !== 'held') continue
    const places = heldPlaces.get(claim.holder) ?? []
    places.push(placeId)
    heldPlaces.set(claim.holder, places)
  }
  const friends = Map.groupBy(rows.friends.get(id) ?? [], ({ holder }) => holder)
  const selections = new Map(
    (rows.selections.get(id) ?? []).map((selection): [string, Selection] => [
      selection.holder,
      selectionOf(selection, friends.get(selection.holder) ?? []),
    ]),
  )
  const coolDowns = new Map(
    (rows.coolDowns.get(id) ?? []).map(
      ({ place_id, holder, address, until_at }): [string, CoolDown] => [
        place_id,
        { holder, address, until: until_at },
      ],
    ),
  )
  return { id, version, rev, show: showOf(row), layout, selections, heldPlaces, claims, coolDowns }
}

const showOf = (row: ShowRow): ShowDetails => ({
  id: row.id,
  movieId: row.movie_id,
  movie: row.movie,
  genre: row.genre,
  imageUrl: row.image_url,
  duration: row.duration,
  screenId: row.screen_id,
  screen: row.screen,
  layoutId: row.layout_id,
  startsAt: row.starts_at,
  cutoffMinutes: row.cutoff_minutes,
  isCancelled: row.cancelled_at !== null,
})

const keysOfRow = (row: {
  account: string | null
  mailbox: string | null
  address: string | null
  confirmed_address: string | null
}): LimitKeys => ({
  account: row.account,
  mailbox: row.mailbox,
  address: row.address,
  confirmedAddress: row.confirmed_address,
})

const claimOf = (row: ClaimRow): Claim =>
  row.booking_id === null
    ? {
        kind: 'held',
        holder: row.holder ?? '',
        chooserId: row.chooser ?? '',
        askedAt: row.asked_at,
      }
    : { kind: 'sold', bookingId: row.booking_id, soldAt: row.sold_at, ...keysOfRow(row) }

const selectionOf = (row: SelectionRow, friends: readonly SelectionFriendRow[]): Selection => ({
  holder: row.holder,
  since: row.since,
  deadline: row.deadline,
  linkHash: row.link_hash,
  paysForAll: row.pays_for_all === 1,
  choosers: [
    chooserOf(row.holder, null, row),
    ...friends.map((row) => chooserOf(row.friend, row.name, row)),
  ],
})

const chooserOf = (
  id: string,
  name: string | null,
  row: SelectionRow | SelectionFriendRow,
): Chooser => ({
  id,
  name,
  checkoutAt: row.checkout_at,
  seenAt: row.seen_at,
  ...keysOfRow(row),
})

const layouts = new WeakMap<readonly Place[], Layout>()

/** Created once for the places of a screen. */
function layoutOf(places: readonly Place[]): Layout {
  const known = layouts.get(places)
  if (known) return known
  const layout: Layout = {
    places,
    byId: new Map(places.map((place) => [place.id, place])),
    numbers: numberPlaces(places),
    seatCount: places.filter(isCurrentSeat).length,
  }
  layouts.set(places, layout)
  return layout
}

/** The rows that a draft changes. What a transaction has added and removed again is not written. */
export function changedRowsOf({ before, state, ...changed }: ShowtimeDraft): ChangedRows {
  const { id: showtime_id } = state
  const selections = [...changed.selections].flatMap((holder) => state.selections.get(holder) ?? [])
  const placesIn = (some: Iterable<string>) =>
    [...some].map((place_id) => ({ showtime_id, place_id }))
  const claims = [...changed.claims].flatMap((placeId) => {
    const claim = state.claims.get(placeId)
    return claim ? claimRow({ showtime_id, place_id: placeId }, claim) : []
  })
  return {
    endedSelections: [...changed.selections]
      .filter((holder) => before.selections.has(holder) && !state.selections.has(holder))
      .map((holder) => ({ showtime_id, holder })),
    leftFriends: friendsWhoLeft({ before, selections, holders: changed.selections }).map(
      (friend) => ({ showtime_id, friend }),
    ),
    selections: selections.map((selection) => selectionRow(state, selection)),
    friends: selections.flatMap(({ holder, choosers }) =>
      choosers
        .filter(({ id }) => id !== holder)
        .map((chooser) => ({
          showtime_id,
          friend: chooser.id,
          holder,
          name: chooser.name ?? '',
          ...chooserColumns(chooser),
          places: placesChosenBy(state, { holder, visitor: chooser.id }).length,
        })),
    ),
    freedPlaces: placesIn(
      [...changed.claims].filter((id) => before.claims.has(id) && !state.claims.has(id)),
    ),
    changedClaims: claims.filter(({ place_id }) => before.claims.has(place_id)),
    newClaims: claims.filter(({ place_id }) => !before.claims.has(place_id)),
    endedCoolDowns: placesIn(
      [...changed.coolDowns].filter((id) => before.coolDowns.has(id) && !state.coolDowns.has(id)),
    ),
    coolDowns: [...changed.coolDowns].flatMap((place_id) => {
      const coolDown = state.coolDowns.get(place_id)
      return coolDown
        ? {
            showtime_id,
            place_id,
            holder: coolDown.holder,
            address: coolDown.address,
            until_at: coolDown.until,
          }
        : []
    }),
  }
}

const keyColumns = ({ account, mailbox, address, confirmedAddress }: LimitKeys) => ({
  account,
  mailbox,
  address,
  confirmed_address: confirmedAddress,
})

const chooserColumns = (chooser: Chooser) => ({
  ...keyColumns(chooser),
  checkout_at: chooser.checkoutAt,
  seen_at: chooser.seenAt,
})

/** The friends of changed selections who are in none of them any more. */
function friendsWhoLeft({
  before,
  selections,
  holders,
}: Pick<ShowtimeDraft, 'before'> & {
  selections: readonly Selection[]
  holders: ReadonlySet<string>
}) {
  const current = new Set(selections.flatMap(friendsIn))
  const former = [...holders].flatMap((holder) => before.selections.get(holder) ?? [])
  return former.flatMap(friendsIn).filter((friend) => !current.has(friend))
}

const friendsIn = ({ holder, choosers }: Selection) =>
  choosers.flatMap(({ id }) => (id === holder ? [] : id))

function selectionRow(state: ShowtimeState, selection: Selection): SelectionRow {
  const { holder, since, deadline, linkHash, paysForAll } = selection
  return {
    showtime_id: state.id,
    holder,
    since,
    deadline,
    link_hash: linkHash,
    pays_for_all: Number(paysForAll),
    ...chooserColumns(findChooser(selection, holder) ?? HOLDER_WITHOUT_PLACES),
    places: placesChosenBy(state, { holder, visitor: holder }).length,
  }
}

/** The columns of a holder who is no chooser: only friends have chosen places. */
const HOLDER_WITHOUT_PLACES: Chooser = {
  id: '',
  name: null,
  checkoutAt: null,
  seenAt: null,
  ...NO_KEYS,
}

const claimRow = ({ showtime_id, place_id }: PlaceAtShowtime, claim: Claim): ClaimRow =>
  claim.kind === 'held'
    ? {
        showtime_id,
        place_id,
        holder: claim.holder,
        chooser: claim.chooserId,
        asked_at: claim.askedAt,
        booking_id: null,
        ...keyColumns(NO_KEYS),
        sold_at: null,
      }
    : {
        showtime_id,
        place_id,
        holder: null,
        chooser: null,
        asked_at: null,
        booking_id: claim.bookingId,
        ...keyColumns(claim),
        sold_at: claim.soldAt,
      }
