import { slotPrice } from '@marquee/contract/parking-slots'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { OrderCommand } from '../../src/bookings/order/order.ts'
import { isUniqueViolation } from '../../src/database/error-kinds.ts'
import {
  type Friend,
  NOTHING_ELSEWHERE,
  type Requester,
} from '../../src/inventory/rules/requester.ts'
import type { Place, ShowtimeState } from '../../src/inventory/state.ts'
import type { Actor, Given } from './actors.ts'
import { bookingOf, type StoredBooking, type WaitingEntry } from './bookings.ts'
import { changeBooking, openOffer } from './changes.ts'
import { rowsOf } from './memory-database.ts'
import { dbOf } from './memory-store.ts'
import { isLost } from './node.ts'
import type { VisitorIdentity } from './people.ts'
import { type StoredVoucher, vouchersOf } from './vouchers.ts'

/** The links to shared selections that visitors have told each other. */
export interface Links {
  all: { hash: string; showtimeId: string }[]
}

const NAMES = ['Ann', 'Ben', 'Cem']
const PROVEN_STEPS = [0, 0, 1, 4, 20]
const MINUTE_MS = 60_000

/** A visitor with one browser, who chooses, buys, changes, and chooses with friends. */
export function createVisitor(visitor: VisitorIdentity, links: Links): Actor {
  const joinedSelections = new Map<string, { holder: string; friend: Friend }>()
  let orders = 0
  let lastOrder: { showtimeId: string; input: OrderCommand } | undefined

  const requesterAt = (showtimeId: string, { random }: Pick<Given, 'random'>): Requester => {
    const { account, address, id } = visitor
    const isConfirmed = account?.mailbox != null
    const friendOf = joinedSelections.get(showtimeId)
    return {
      holder: friendOf?.holder ?? id,
      friend: friendOf?.friend,
      account: account?.id ?? null,
      mailbox: account?.mailbox ?? null,
      address: isConfirmed ? null : address,
      confirmedAddress: isConfirmed ? address : null,
      networkAddress: address,
      provenStep: random.pick(PROVEN_STEPS) ?? 0,
      elsewhere: NOTHING_ELSEWHERE,
    }
  }
  const showtimeFor = ({ world, random }: Given) => random.pick(world.showtimeIds) ?? ''

  /** The places that the visitor may have, a few of them side by side. */
  async function choose(given: Given, count: number) {
    const showtimeId = showtimeFor(given)
    const { layout } = await given.node.read(showtimeId)
    const kind = given.random.chance(0.8)
      ? 'seat'
      : given.random.pick(['twoWheeler', 'fourWheeler'])
    const places = layout.places.filter((place) => place.kind === kind)
    // Visitors like the same places.
    const start = given.random.below(
      given.random.chance(0.6) ? Math.min(12, places.length) : places.length,
    )
    return { showtimeId, placeIds: places.slice(start, start + count).map(({ id }) => id) }
  }

  const placesCommand = (
    given: Given,
    { showtimeId, placeIds }: { showtimeId: string; placeIds: string[] },
  ) => ({
    requester: requesterAt(showtimeId, given),
    placeIds,
    isAccessible: visitor.asksForAccess,
  })

  async function withOwn(given: Given, showtimeId = showtimeFor(given)) {
    const state = await given.node.read(showtimeId)
    const holder = joinedSelections.get(showtimeId)?.holder ?? visitor.id
    const own = [...(state.heldPlaces.get(holder) ?? [])]
    return { showtimeId, state, own }
  }

  /** A friend whose shared selection has ended chooses alone. */
  async function forgetEnded<Result>(showtimeId: string, act: Promise<Result>) {
    try {
      return await act
    } catch (error) {
      if (error instanceof Error && error.message.includes('shared selection'))
        joinedSelections.delete(showtimeId)
      throw error
    }
  }

  async function hold(given: Given) {
    const chosen = await choose(given, given.random.between(1, 4))
    await forgetEnded(
      chosen.showtimeId,
      given.node.submit('hold', chosen.showtimeId, placesCommand(given, chosen)),
    )
  }

  async function holdBest(given: Given) {
    const { random } = given
    const isNamed = random.chance(0.3)
    const { showtimeId, placeIds } = isNamed
      ? await choose(given, 3)
      : { showtimeId: showtimeFor(given), placeIds: [] }
    await given.node.submit('holdBest', showtimeId, {
      ...placesCommand(given, { showtimeId, placeIds }),
      ...(!isNamed && {
        best: {
          size: random.between(1, 4),
          isTogether: random.chance(0.5),
          category: random.pick([undefined, 'VIP']),
        },
      }),
      isReplacing: isNamed || random.chance(0.5),
    })
  }

  async function checkOut(given: Given) {
    const { showtimeId, own } = await withOwn(given)
    await given.node.submit(
      'checkOut',
      showtimeId,
      placesCommand(given, { showtimeId, placeIds: own }),
    )
  }

  async function release(given: Given) {
    const { showtimeId, own } = await withOwn(given)
    const placeIds = given.random.sample(own, given.random.between(1, 3))
    await given.node.submit('release', showtimeId, {
      requester: requesterAt(showtimeId, given),
      placeIds,
    })
  }

  async function releaseAll(given: Given) {
    await given.node.submit('releaseAll', showtimeFor(given), { visitor: visitor.id })
  }

  async function extend(given: Given) {
    const showtimeId = showtimeFor(given)
    await given.node.submit('extend', showtimeId, { requester: requesterAt(showtimeId, given) })
  }

  async function share(given: Given) {
    const showtimeId = showtimeFor(given)
    const hash = `${visitor.id} ${given.world.scheduler.now()}`
    await given.node.submit('share', showtimeId, { holder: visitor.id, linkHash: hash })
    links.all = [...links.all, { hash, showtimeId }].slice(-6)
  }

  async function join(given: Given) {
    const link = given.random.pick(links.all)
    if (!link) return
    const { hash, showtimeId } = link
    const name = given.random.pick(NAMES) ?? ''
    const joined = await given.node.submit('join', showtimeId, {
      linkHash: hash,
      friendId: visitor.id,
      name,
    })
    if (joined.friend)
      joinedSelections.set(showtimeId, { holder: joined.holder, friend: joined.friend })
    else joinedSelections.delete(showtimeId)
  }

  async function setPayer(given: Given) {
    await given.node.submit('setPayer', showtimeFor(given), {
      holder: visitor.id,
      paysForAll: given.random.chance(0.5),
    })
  }

  /** Signs in, or out. What was chosen before counts for the account. */
  async function signIn(given: Given) {
    visitor.account = visitor.account
      ? null
      : (given.random.pick(given.world.people.accounts) ?? null)
    if (!visitor.account) return
    visitor.usedAccounts.add(visitor.account.id)
    for (const showtimeId of given.world.showtimeIds) {
      const requester = { ...requesterAt(showtimeId, given), holder: visitor.id, friend: undefined }
      const isConfirmed = visitor.account.mailbox !== null
      await given.node.submit('adopt', showtimeId, { requester, isConfirmed })
    }
  }

  async function book(given: Given) {
    if (!visitor.account) return
    const { showtimeId, state, own } = await withOwn(given)
    const direct =
      own.length === 0 && given.random.chance(0.3) ? (await choose(given, 2)).placeIds : []
    const ids = own.length > 0 && given.random.chance(0.8) ? own : given.random.sample(own, 2)
    const places = [...ids, ...direct].flatMap((id) => state.layout.byId.get(id) ?? [])
    if (!places.some(({ kind }) => kind === 'seat')) return
    orders += 1
    const input = orderOf(places, {
      showtimeId,
      userId: visitor.account.id,
      bookingId: `booking-${visitor.id}-${orders}`,
      requester: requesterAt(showtimeId, given),
      voucher: given.random.chance(0.5) ? pickVoucher(given) : undefined,
    })
    lastOrder = { showtimeId, input }
    await place(given, lastOrder)
  }

  /** Repeats the last order: its key returns the same booking. */
  async function bookAgain(given: Given) {
    if (!lastOrder || lastOrder.input.userId !== visitor.account?.id) return
    orders += 1
    await place(given, {
      ...lastOrder,
      input: { ...lastOrder.input, bookingId: `booking-${visitor.id}-${orders}` },
    })
  }

  async function place(given: Given, order: { showtimeId: string; input: OrderCommand }) {
    const { node, world } = given
    try {
      const placed = await node.submit('decideBooking', order.showtimeId, order.input)
      const id = 'booking' in placed ? placed.booking._id : placed.earlierBookingId
      if (bookingOf(world.database.root(), id)?.key !== order.input.key)
        world.invariants.report(
          'bookings',
          `the answered booking ${id} of ${visitor.id} is not stored`,
        )
    } catch (error) {
      const mayRepeat = isLost(error) || isUniqueViolation(error)
      if (mayRepeat)
        await world.nodes[0]?.submit('decideBooking', order.showtimeId, { ...order.input })
      else throw error
    }
  }

  const ownBookings = ({ world }: Given) =>
    [...rowsOf<StoredBooking>(world.database.root(), 'bookings').values()].filter(
      ({ userId, places }) =>
        userId !== null && userId === visitor.account?.id && places.length > 0,
    )

  async function cancel(given: Given) {
    const booking = given.random.pick(ownBookings(given))
    if (!booking) return
    const some = given.random.chance(0.5)
      ? given.random.sample(booking.places, given.random.between(1, 2))
      : []
    const placeIds = some.map(({ placeId }) => placeId)
    await changeBooking(given.world, given.node, { bookingId: booking.id, placeIds })
  }

  /** Other seats at the same show or at another one. */
  async function exchange(given: Given) {
    const { random, node, world } = given
    const booking = random.pick(ownBookings(given))
    if (!booking) return
    const isMoved = random.chance(0.5)
    const showtimeId = isMoved ? showtimeFor(given) : booking.showtimeId
    const state = await node.read(showtimeId)
    const seats = booking.places.filter(({ kind }) => kind === 'seat')
    const given_ =
      showtimeId === booking.showtimeId ? random.sample(seats, random.between(1, 3)) : seats
    const own = state.heldPlaces.get(visitor.id) ?? []
    const free = freeSeats(state).map(({ id }) => id)
    const start = random.below(Math.max(1, free.length - given_.length))
    const take = own.length >= given_.length && random.chance(0.5) ? own : free.slice(start)
    joinedSelections.delete(showtimeId)
    await changeBooking(world, node, {
      bookingId: booking.id,
      requester: requesterAt(showtimeId, given),
      exchange: {
        type: 'seats',
        showtimeId,
        giveBack: given_.map(({ placeId }) => placeId),
        take: take.slice(0, given_.length),
      },
    })
  }

  async function changeParking(given: Given) {
    const { random, node, world } = given
    const booking = random.pick(ownBookings(given))
    if (!booking) return
    const { showtimeId } = booking
    const state = await node.read(showtimeId)
    const free = state.layout.places.filter(
      ({ id, kind }) => kind !== 'seat' && !state.claims.has(id),
    )
    const slots = booking.places.filter(({ kind }) => kind !== 'seat')
    const add = random
      .sample(free, random.between(0, 2))
      .map(({ id }) => ({ slotId: id, vehicleNumber: 'MH12AB1234' }))
    const drop = random.sample(slots, random.between(0, 1)).map(({ placeId }) => placeId)
    joinedSelections.delete(showtimeId)
    await changeBooking(world, node, {
      bookingId: booking.id,
      requester: requesterAt(showtimeId, given),
      exchange: { type: 'parking', add, drop },
    })
  }

  async function waitForSeats(given: Given) {
    const { account } = visitor
    if (!account?.mailbox) return
    const { world, random } = given
    orders += 1
    const entry: WaitingEntry = {
      id: `entry-${visitor.id}-${orders}`,
      showtimeId: showtimeFor(given),
      userId: account.id,
      mailbox: account.mailbox,
      size: random.between(1, 3),
      isTogether: random.chance(0.5),
      state: 'waiting',
      holder: '',
      openedAt: null,
    }
    await world.database.transact(world.clients, true, (tx) => {
      world.invariants.untrack(tx)
      return world.tables.putEntry(dbOf(tx), entry)
    })
  }

  /** Sometimes the offer of another account: it must be refused. */
  async function open(given: Given) {
    const { world, random, node } = given
    const offered = [...rowsOf<WaitingEntry>(world.database.root(), 'entries').values()].filter(
      ({ state }) => state === 'offered',
    )
    const entry = random.pick(offered.slice(-4))
    if (!entry || !visitor.account) return
    const account = random.chance(0.8) ? entry.userId : visitor.account.id
    if (account === entry.userId) visitor.usedAccounts.add(account)
    await openOffer(world, node, { entry, account, holder: visitor.id })
  }

  async function look(given: Given) {
    await given.node.read(showtimeFor(given))
  }

  async function rest({ world, random }: Given) {
    await world.scheduler.wait(world.clients, random.between(1, 2) * MINUTE_MS)
  }

  return {
    name: visitor.id,
    thinkMs: [50, 3000],
    verbs: {
      hold: [30, hold],
      holdBest: [10, holdBest],
      checkOut: [6, checkOut],
      extend: [5, extend],
      release: [6, release],
      releaseAll: [2, releaseAll],
      share: [5, share],
      join: [6, join],
      setPayer: [2, setPayer],
      signIn: [4, signIn],
      book: [12, book],
      bookAgain: [2, bookAgain],
      cancel: [4, cancel],
      exchange: [6, exchange],
      changeParking: [3, changeParking],
      waitForSeats: [3, waitForSeats],
      openOffer: [8, open],
      look: [8, look],
      rest: [1, rest],
    },
  }
}

const freeSeats = ({ layout, claims }: ShowtimeState) =>
  layout.places.filter(({ id, kind }) => kind === 'seat' && !claims.has(id))

/** One of the last vouchers, as the buyer sees it. Others choose it too. Sometimes it is used or out of date. */
export function pickVoucher({ world, random }: Pick<Given, 'world' | 'random'>) {
  const vouchers = [...vouchersOf(world.database.root()).values()]
  const usable = vouchers.filter(
    ({ balance, valid_until }) => balance > 0 && valid_until > world.scheduler.now(),
  )
  return random.pick(random.chance(0.8) ? usable.slice(-3) : vouchers)
}

export interface OrderTerms extends Pick<OrderCommand, 'userId' | 'bookingId' | 'requester'> {
  showtimeId: string
  staff?: OrderCommand['staff']
  voucher: StoredVoucher | undefined
}

/** An order for places at the right price. Its key is that of the booking. */
export function orderOf(
  places: readonly Place[],
  { showtimeId, userId, bookingId, requester, staff, voucher }: OrderTerms,
): OrderCommand {
  const isSeat = ({ kind }: Place) => kind === 'seat'
  const price = places.reduce(
    (sum, { kind, category }) =>
      sum + (kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind)),
    0,
  )
  return {
    userId,
    holder: requester.holder,
    requester,
    bookingId,
    reference: bookingId,
    requestHash: bookingId,
    key: bookingId,
    unproven: undefined,
    countsBookings: true,
    request: {
      movieId: 'movie',
      showtimeId,
      seatIds: places.filter(isSeat).map(({ id }) => id),
      parkingSlotIds: places.filter((place) => !isSeat(place)).map(({ id }) => id),
      totalCost: price,
      phone: null,
      ...(voucher && {
        voucher: { code: voucher.id, amount: Math.min(voucher.balance, price) },
      }),
    },
    ...(staff && { staff }),
  }
}
