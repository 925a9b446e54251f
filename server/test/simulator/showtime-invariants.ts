import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/seats/holds'
import { ADDRESS_LIMITS } from '#src/inventory/rules/address-limits.ts'
import { ACCOUNT_TOTALS, MAX_SLOTS_PER_ACCOUNT } from '#src/inventory/rules/limits.ts'
import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type { Config } from '../../src/config/config.ts'
import type {
  ClaimRow,
  CoolDownRow,
  SelectionFriendRow,
  SelectionRow,
} from '../../src/database/schema.ts'
import { COOL_DOWN_MS } from '../../src/inventory/draft.ts'
import type { LimitKeys, Place } from '../../src/inventory/state.ts'
import { bookingOf } from './bookings.ts'
import { type Root, rowsOf, type Transaction } from './memory-database.ts'
import { partOf } from './memory-statements.ts'
import type { ScreenRow } from './memory-store.ts'
import type { People } from './people.ts'
import type { Violation } from './violation.ts'

interface Change {
  before: Root
  after: Root
  tx: Transaction
  settings: Config
  people: People
}

interface Facts extends Change {
  show: ShowRow
  now: number
  isProtecting: boolean
  placeOf: (id: string) => Place | undefined
  was: ReadonlyMap<string, ClaimRow>
  is: ReadonlyMap<string, ClaimRow>
  selectionsBefore: ReadonlyMap<string, SelectionRow>
  selections: ReadonlyMap<string, SelectionRow>
  friends: ReadonlyMap<string, SelectionFriendRow>
}

/** What must be true of a showtime after each change. */
export function* findShowtimeViolations(id: string, change: Change): Generator<Violation> {
  const { before, after, tx, settings } = change
  const show = rowsOf<ShowRow>(after, 'showtimes').get(id) as ShowRow
  const now = tx.lockedAt
  const screen = rowsOf<ScreenRow>(after, 'screens').get(show.layout_id)
  const places = new Map(screen?.places.map((place) => [place.id, place]))
  const facts: Facts = {
    ...change,
    show,
    now,
    isProtecting: show.starts_at > now + settings.accessReleaseMs,
    placeOf: (placeId) => places.get(placeId),
    was: rowsOf(before, partOf('claims', id)),
    is: rowsOf(after, partOf('claims', id)),
    selectionsBefore: rowsOf(before, partOf('selections', id)),
    selections: rowsOf(after, partOf('selections', id)),
    friends: rowsOf(after, partOf('friends', id)),
  }
  yield* findSelectionViolations(facts)
  yield* findLimitViolations(facts)
  yield* findCoolDownViolations(facts)
  yield* findAccessViolations(facts)
  yield* findOfferViolations(facts)
  if (show.cancelled_at !== null && [...facts.is.values()].some(({ holder }) => holder !== null))
    yield { rule: 'cancelled', detail: `places of ${id} are held, and it is cancelled` }
}

function* findSelectionViolations({
  show,
  now,
  was,
  is,
  selections,
  selectionsBefore,
  friends,
  settings,
}: Facts): Generator<Violation> {
  const held = Map.groupBy(
    [...is.values()].filter(({ holder }) => holder !== null),
    ({ holder }) => holder ?? '',
  )
  const rule = 'selection'
  for (const [holder, some] of held) {
    if (!selections.has(holder))
      yield { rule, detail: `${holder} holds ${some[0]?.place_id} without a selection` }
    for (const { chooser, place_id } of some)
      if (chooser !== holder && friends.get(chooser ?? '')?.holder !== holder)
        yield {
          rule,
          detail: `${chooser} has chosen ${place_id} in the selection of ${holder} and has not joined it`,
        }
  }
  for (const [holder, { since, deadline }] of selections) {
    if (!held.has(holder)) yield { rule, detail: `the selection of ${holder} has no place` }
    if (deadline > since + settings.holdMaxMs)
      yield { rule, detail: `${holder} holds for too long` }
    if (deadline > show.starts_at) yield { rule, detail: `${holder} holds beyond the start` }
    if (deadline <= now) yield { rule: 'expiry', detail: `the time of ${holder} is over` }
    const before = selectionsBefore.get(holder)
    // Two offers of one moment may follow each other.
    const isSame = held.get(holder)?.some(({ place_id }) => was.get(place_id)?.holder === holder)
    if (isSame && before?.since === since && deadline < before.deadline)
      yield { rule, detail: `${holder} has less time than before` }
  }
  for (const { friend, holder } of friends.values())
    if (!selections.has(holder))
      yield { rule, detail: `${friend} has joined a selection that is over` }
}

interface Counted {
  keys: LimitKeys
  place: Place
  holder: string | null
}

/** The places of the show with the keys under which they count. Exchanges for as many places are not limited. */
function countedPlaces({ is, selections, friends, placeOf, after }: Facts): Counted[] {
  return [...is.values()].flatMap((claim) => {
    const place = placeOf(claim.place_id)
    if (!place) return []
    if (claim.booking_id !== null)
      return bookingOf(after, claim.booking_id)?.isUnlimited
        ? []
        : [{ keys: keysOf(claim), place, holder: null }]
    const { holder, chooser } = claim
    const row = chooser === holder ? selections.get(holder ?? '') : friends.get(chooser ?? '')
    return row ? [{ keys: keysOf(row), place, holder }] : []
  })
}

const keysOf = (
  row: Pick<ClaimRow, 'account' | 'mailbox' | 'address' | 'confirmed_address'>,
): LimitKeys => ({
  account: row.account,
  mailbox: row.mailbox,
  address: row.address,
  confirmedAddress: row.confirmed_address,
})

const count = (places: Counted[], isCounted: (place: Place) => boolean) =>
  places.filter(({ place }) => isCounted(place)).length
/** Of each type. */
const MAX_ACCESSIBLE = 2
const hasTooManyAccessible = (places: Counted[]) =>
  count(places, ({ access }) => access === 'wheelchair') > MAX_ACCESSIBLE ||
  count(places, ({ access }) => access === 'companion') > MAX_ACCESSIBLE

function* findLimitViolations(facts: Facts): Generator<Violation> {
  const { isProtecting, settings, people } = facts
  const rule = 'limit'
  const places = countedPlaces(facts)
  for (const [holder, some] of Map.groupBy(places, (one) => one.holder)) {
    if (holder === null) continue
    const kinds = (['seat', 'twoWheeler', 'fourWheeler'] as const).map((kind) =>
      count(some, (place) => place.kind === kind),
    )
    const [seats = 0, two = 0, four = 0] = kinds
    if (seats > MAX_SEATS || two > MAX_SLOTS_PER_TYPE || four > MAX_SLOTS_PER_TYPE)
      yield { rule, detail: `${holder} holds ${kinds}` }
    if (isProtecting && hasTooManyAccessible(some))
      yield { rule, detail: `${holder} holds too many accessible places` }
  }
  for (const { id: account, mailbox } of people.accounts) {
    const own = places.filter(
      ({ keys }) => keys.account === account || (mailbox !== null && keys.mailbox === mailbox),
    )
    const seats = count(own, ({ kind }) => kind === 'seat')
    if (seats > settings.seatsPerAccount || own.length - seats > MAX_SLOTS_PER_ACCOUNT)
      yield { rule, detail: `${account} has ${seats} seats and ${own.length - seats} slots` }
    if (own.length > ACCOUNT_TOTALS.all)
      yield { rule, detail: `${account} has ${own.length} places` }
    if (isProtecting && hasTooManyAccessible(own))
      yield { rule, detail: `${account} has too many accessible places` }
  }
  for (const [address, some] of Map.groupBy(places, ({ keys }) => keys.address)) {
    if (address === null) continue
    if (some.length > ADDRESS_LIMITS.minMaxPlaces)
      yield { rule, detail: `${some.length} places from ${address}` }
    if (isProtecting && hasTooManyAccessible(some))
      yield { rule, detail: `too many accessible places from ${address}` }
  }
}

/** Who is refused while a place cools down has it afterwards. A hold that ends while others ask for the place starts a cool-down. */
function* findCoolDownViolations({
  before,
  after,
  show,
  now,
  was,
  is,
  selections,
  selectionsBefore,
  friends,
}: Facts): Generator<Violation> {
  const rule = 'cool-down'
  const stored = rowsOf<CoolDownRow>(after, partOf('coolDowns', show.id))
  for (const { place_id, holder, address, until_at } of rowsOf<CoolDownRow>(
    before,
    partOf('coolDowns', show.id),
  ).values()) {
    if (until_at <= now || was.has(place_id)) continue
    const claim = is.get(place_id)
    if (!claim) continue
    const booking = bookingOf(after, claim.booking_id ?? '')
    // Another browser of the account may exchange places of a booking.
    if (booking && booking.changes > 1) continue
    const owner = claim.holder ?? booking?.holder
    const chooser =
      claim.chooser === claim.holder
        ? selections.get(claim.holder ?? '')
        : friends.get(claim.chooser ?? '')
    const from = claim.holder === null ? claim.address : chooser?.address
    if (owner === holder || (address !== null && from === address))
      yield { rule, detail: `${owner} has ${place_id} again, which cools down` }
  }
  for (const { place_id, holder, asked_at } of was.values()) {
    const ended = holder !== null && (selectionsBefore.get(holder)?.deadline ?? 0) <= now
    const until = (asked_at ?? 0) + COOL_DOWN_MS
    if (ended && until > now && stored.get(place_id)?.until_at !== until)
      yield { rule, detail: `no cool-down of ${place_id} after the hold of ${holder}` }
  }
}

/** A protected place belongs to visitors who ask for accessible places, to a booking that had one already, or to staff. */
function* findAccessViolations({
  isProtecting,
  before: rowsBefore,
  was,
  is,
  placeOf,
  people,
  after,
  tx,
}: Facts): Generator<Violation> {
  if (!isProtecting) return
  const asks = (visitor: string | null | undefined) => people.asksForAccess(visitor ?? '')
  const sold = [...is.values()].filter(({ place_id, booking_id }) => {
    const isNew = booking_id !== null && was.get(place_id)?.booking_id !== booking_id
    return isNew && placeOf(place_id)?.access != null
  })
  for (const bookingId of new Set(sold.map((claim) => claim.booking_id ?? ''))) {
    if (bookingOf(after, bookingId)?.channel !== 'web') continue
    for (const type of ['wheelchair', 'companion']) {
      const has = [...is.values()].filter(
        ({ place_id, booking_id }) =>
          booking_id === bookingId && placeOf(place_id)?.access === type,
      ).length
      const had = accessiblePlacesBefore(rowsBefore, bookingId).filter(
        ({ access }) => access === type,
      ).length
      if (has > Math.max(had, MAX_ACCESSIBLE))
        yield {
          rule: 'accessible',
          detail: `${bookingId} has ${has} ${type} places, it had ${had}`,
        }
    }
  }
  for (const [placeId, claim] of is) {
    const before = was.get(placeId)
    if (placeOf(placeId)?.access == null || before === claim || before?.booking_id != null) continue
    const booking = claim.booking_id === null ? undefined : bookingOf(after, claim.booking_id)
    const isStaff = booking !== undefined && booking.channel !== 'web'
    const isExchange = accessiblePlacesBefore(rowsBefore, claim.booking_id).length > 0
    const wasHeld = before?.holder != null
    if (
      isStaff ||
      isExchange ||
      wasHeld ||
      asks(claim.chooser) ||
      asks(booking?.holder) ||
      tx.asksForAccess
    )
      continue
    yield {
      rule: 'accessible',
      detail: `${claim.chooser ?? booking?.holder} has the protected place ${placeId}`,
    }
  }
}

/** The accessible places of a booking before its exchange, perhaps at another showtime. */
function accessiblePlacesBefore(before: Root, bookingId: string | null) {
  const booking = bookingId === null ? undefined : bookingOf(before, bookingId)
  const show = booking && rowsOf<ShowRow>(before, 'showtimes').get(booking.showtimeId)
  const screen = show && rowsOf<ScreenRow>(before, 'screens').get(show.layout_id)
  const places = screen?.places ?? []
  return places.filter(
    ({ id, access }) => access !== null && booking?.places.some(({ placeId }) => placeId === id),
  )
}

const isMoved = (holder: string | null, from: string) => holder !== null && holder !== from

/** The seats of an offer are handed over to a browser of its account. */
function* findOfferViolations({
  now,
  was,
  is,
  selectionsBefore,
  people,
}: Facts): Generator<Violation> {
  for (const [placeId, claim] of is) {
    const from = was.get(placeId)?.holder ?? null
    const { account, deadline = 0 } = selectionsBefore.get(from ?? '') ?? {}
    if (deadline <= now) continue
    if (
      from !== null &&
      isMoved(claim.holder, from) &&
      from.startsWith('offer ') &&
      !people.hasUsedAccount(claim.holder ?? '', account ?? '')
    )
      yield { rule: 'offer', detail: `${claim.holder} has ${placeId} of an offer of ${account}` }
  }
}
