import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type {
  ClaimRow,
  CoolDownRow,
  SelectionFriendRow,
  SelectionRow,
} from '../../src/database/schema.ts'
import type { Chooser, LimitKeys, ShowtimeState } from '../../src/inventory/state.ts'
import { type Root, rowsOf } from './memory-database.ts'
import { partOf, type TABLES } from './memory-statements.ts'

// Compares a state in memory with the stored rows. Written without the functions of the product that convert rows.

/** Returns what is different; undefined if nothing is. */
export function differenceFromRows(state: ShowtimeState, root: Root): string | undefined {
  const { id } = state
  const show = rowsOf<ShowRow>(root, 'showtimes').get(id)
  if (!show) return 'is not stored'
  const shown = [state.rev, state.show.startsAt, state.show.isCancelled]
  const difference =
    differ('show', shown, [show.rev, show.starts_at, show.cancelled_at !== null]) ??
    differ('claims', claimsOf(state), storedClaims(root, id)) ??
    differ('selections', selectionsOf(state), storedSelections(root, id)) ??
    differ('places of selections', heldOf(state), storedHeld(root, id)) ??
    differ('cool-downs', coolDownsOf(state), storedCoolDowns(root, id))
  return difference
}

function differ(name: string, memory: unknown, stored: unknown) {
  const [one, other] = [JSON.stringify(memory), JSON.stringify(stored)]
  return one === other ? undefined : `${name}: in memory ${one}, stored ${other}`
}

const rows = <Row>(root: Root, table: (typeof TABLES)[number], id: string) => [
  ...rowsOf<Row>(root, partOf(table, id)).values(),
]

const inOrder = (lists: unknown[][]) =>
  lists.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const keysOf = ({ account, mailbox, address, confirmedAddress }: LimitKeys) => [
  account,
  mailbox,
  address,
  confirmedAddress,
]
const storedKeys = (
  row: Pick<ClaimRow, 'account' | 'mailbox' | 'address' | 'confirmed_address'>,
) => [row.account, row.mailbox, row.address, row.confirmed_address]

const claimsOf = ({ claims }: ShowtimeState) =>
  inOrder(
    [...claims].map(([id, claim]) =>
      claim.kind === 'held'
        ? [id, claim.holder, claim.chooserId, claim.askedAt]
        : [id, claim.bookingId, claim.soldAt, ...keysOf(claim)],
    ),
  )

const storedClaims = (root: Root, showtimeId: string) =>
  inOrder(
    rows<ClaimRow>(root, 'claims', showtimeId).map((row) =>
      row.booking_id === null
        ? [row.place_id, row.holder, row.chooser, row.asked_at]
        : [row.place_id, row.booking_id, row.sold_at, ...storedKeys(row)],
    ),
  )

/** When a visitor was last seen is not compared: it changes without a new version. */
const chooserOf = (chooser: Chooser) => [
  chooser.id,
  chooser.name,
  chooser.checkoutAt,
  chooser.seenAt === null,
  ...keysOf(chooser),
]

const selectionsOf = ({ selections }: ShowtimeState) =>
  inOrder(
    [...selections.values()].map((one) => [
      one.holder,
      one.since,
      one.deadline,
      one.linkHash,
      one.paysForAll,
      inOrder(one.choosers.map(chooserOf)),
    ]),
  )

function storedSelections(root: Root, showtimeId: string) {
  const friends = rows<SelectionFriendRow>(root, 'friends', showtimeId)
  const chooser = (id: string, name: string | null, row: SelectionRow | SelectionFriendRow) => [
    id,
    name,
    row.checkout_at,
    row.seen_at === null,
    ...storedKeys(row),
  ]
  return inOrder(
    rows<SelectionRow>(root, 'selections', showtimeId).map((row) => [
      row.holder,
      row.since,
      row.deadline,
      row.link_hash,
      row.pays_for_all === 1,
      inOrder([
        chooser(row.holder, null, row),
        ...friends
          .filter(({ holder }) => holder === row.holder)
          .map((friend) => chooser(friend.friend, friend.name, friend)),
      ]),
    ]),
  )
}

const heldOf = ({ heldPlaces }: ShowtimeState) =>
  inOrder([...heldPlaces].map(([holder, ids]) => [holder, ...[...ids].sort()]))

function storedHeld(root: Root, showtimeId: string) {
  const held = rows<ClaimRow>(root, 'claims', showtimeId).filter(({ holder }) => holder !== null)
  const byHolder = Map.groupBy(held, ({ holder }) => holder)
  return inOrder(
    [...byHolder].map(([holder, some]) => [holder, ...some.map(({ place_id }) => place_id).sort()]),
  )
}

const coolDownsOf = ({ coolDowns }: ShowtimeState) =>
  inOrder([...coolDowns].map(([id, { holder, address, until }]) => [id, holder, address, until]))

const storedCoolDowns = (root: Root, showtimeId: string) =>
  inOrder(
    rows<CoolDownRow>(root, 'coolDowns', showtimeId).map((row) => [
      row.place_id,
      row.holder,
      row.address,
      row.until_at,
    ]),
  )
