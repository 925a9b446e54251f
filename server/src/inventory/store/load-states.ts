import type { ClaimRow, Db, SelectionFriendRow, SelectionRow } from '#src/database/schema.ts'
import { createPlaceArray, numberPlaces } from '../place-array.ts'
import { isOfferedSeat } from '../rules/places.ts'
import {
  type Chooser,
  type Claim,
  type CoolDown,
  indexKeysOf,
  type Layout,
  type LimitKeys,
  type Place,
  type Selection,
  type ShowDetails,
  type ShowtimeState,
} from '../state.ts'
import type { ShowRow, StoreStatements } from './showtime-store.sql.ts'

// Reads the rows of showtimes, and makes states of them.

/** Sends all statements before it waits for the first one. */
export async function loadRows(statements: StoreStatements, db: Db, ids: readonly string[]) {
  const [shows, selections, friends, claims, coolDowns] = await Promise.all([
    statements.selectShows(db, ids),
    statements.selectSelections(db, ids),
    statements.selectFriends(db, ids),
    statements.selectClaims(db, ids),
    statements.selectCoolDowns(db, ids),
  ])
  const byShowtime = <Row extends { showtime_id: string }>({ rows }: { rows: Row[] }) =>
    Map.groupBy(rows, ({ showtime_id }) => showtime_id)
  return {
    shows: shows.rows,
    selections: byShowtime(selections),
    friends: byShowtime(friends),
    claims: byShowtime(claims),
    coolDowns: byShowtime(coolDowns),
  }
}

export type LoadedRows = Awaited<ReturnType<typeof loadRows>>

export function createState(
  row: ShowRow,
  { layout, ...rows }: LoadedRows & { layout: Layout },
): ShowtimeState {
  const { id, version, rev } = row
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
export function layoutOf(places: readonly Place[]): Layout {
  const known = layouts.get(places)
  if (known) return known
  const layout: Layout = {
    places,
    byId: new Map(places.map((place) => [place.id, place])),
    numbers: numberPlaces(places),
    seatCount: places.filter(isOfferedSeat).length,
  }
  layouts.set(places, layout)
  return layout
}
