import type { ClaimRow, SelectionRow } from '#src/database/schema.ts'
import type { ShowtimeDraft } from '../draft.ts'
import { placesChosenBy } from '../rules/places.ts'
import {
  type Chooser,
  type Claim,
  findChooser,
  type LimitKeys,
  NO_KEYS,
  type Selection,
  type ShowtimeState,
} from '../state.ts'
import type { ChangedRows, PlaceAtShowtime } from './showtime-store.sql.ts'

/** The rows that drafts change. */
export function changedRowsOf(drafts: readonly ShowtimeDraft[]): ChangedRows {
  const rows = drafts.map(changedRows)
  const all = <Name extends keyof ChangedRows>(name: Name) =>
    rows.flatMap((row) => row[name] as ChangedRows[Name][number][])
  return {
    endedSelections: all('endedSelections'),
    leftFriends: all('leftFriends'),
    selections: all('selections'),
    friends: all('friends'),
    freedPlaces: all('freedPlaces'),
    changedClaims: all('changedClaims'),
    newClaims: all('newClaims'),
    endedCoolDowns: all('endedCoolDowns'),
    coolDowns: all('coolDowns'),
  }
}

/** The rows that a draft changes. What a transaction has added and removed again is not written. */
function changedRows({ before, state, ...changed }: ShowtimeDraft): ChangedRows {
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
