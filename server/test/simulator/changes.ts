import type { Exchange } from '../../src/bookings/exchange.ts'
import { closed } from '../../src/errors.ts'
import { NOTHING_ELSEWHERE, type Requester } from '../../src/inventory/rules/requester.ts'
import type { ShowtimeUnit } from '../../src/inventory/showtimes.ts'
import { accept } from '../../src/inventory/state.ts'
import { bookingOf, changeableBooking, type StoredBooking, type WaitingEntry } from './bookings.ts'
import { percentAt, priceOf, refundAt } from './money.ts'
import type { SimulatedNode } from './node.ts'
import type { World } from './world.ts'

// Units of work of services, with the rows of bookings in memory. The planners and the commands are those of the product.

interface CancelRequest {
  bookingId: string
  placeIds: readonly string[]
  isByStaff?: boolean
}

/** Cancels places of a booking, or all of them if none is named. */
export function cancelBooking(
  world: World,
  node: SimulatedNode,
  { bookingId, placeIds, isByStaff = false }: CancelRequest,
) {
  const { tables, commands, settings } = world
  return atBooking(world, node, bookingId, [], async (unit, booking) => {
    const state = unit.state(booking.showtimeId)
    const kinds = new Map(booking.places.map(({ placeId, kind }) => [placeId, kind]))
    const isSeat = (id: string) => (kinds.get(id) ?? 'seat') === 'seat'
    const plan = commands.planCancellation(
      changeableBooking(booking, state, unit.moment.now),
      { seatIds: placeIds.filter(isSeat), slotIds: placeIds.filter((id) => !isSeat(id)) },
      { policy: settings.refundPolicy, isByStaff, isFull: isByStaff },
    )
    const given = plan.places.map(({ place_id }) => place_id)
    const percent = isByStaff
      ? 100
      : percentAt(state.show.startsAt, unit.moment.now, booking.refundCap)
    checkAmount(
      world,
      booking,
      plan.refund,
      refundAt(
        plan.places.map(({ price }) => price),
        percent,
      ),
    )
    if (!isByStaff && booking.admitted > 0 && given.some(isSeat))
      world.invariants.report(
        'admission',
        `${bookingId} is cancelled after ${booking.admitted} people came in`,
      )
    commands.giveBackPlaces(unit, booking.showtimeId, { bookingId, placeIds: given })
    await tables.putBooking(unit.tx, {
      ...booking,
      places: booking.places.filter(({ placeId }) => !given.includes(placeId)),
      refunded: booking.refunded + plan.refund,
      fees: booking.fees + plan.fee,
      changes: booking.changes + 1,
    })
    unit.emit(['showChanged', booking.showtimeId])
  })
}

/** Exchanges places of a booking, at its show or at another one. */
export function exchangePlaces(
  world: World,
  node: SimulatedNode,
  {
    bookingId,
    exchange,
    requester,
  }: { bookingId: string; exchange: Exchange; requester: Requester },
) {
  const { tables, commands, settings } = world
  const others = exchange.type === 'seats' ? [exchange.showtimeId] : []
  return atBooking(world, node, bookingId, others, async (unit, booking) => {
    const { showtimeId } = booking
    const targetId = others[0] ?? showtimeId
    const target = unit.state(targetId)
    const state = unit.state(showtimeId)
    const wanted =
      exchange.type === 'seats' ? exchange.take : exchange.add.map(({ slotId }) => slotId)
    const offered = target.layout.places
      .filter(({ id }) => wanted.includes(id))
      .map(({ id, kind, category }) => ({
        place_id: id,
        kind,
        category,
        starts_at: target.show.startsAt,
        cutoff_minutes: target.show.cutoffMinutes,
        show_cancelled_at: target.show.isCancelled ? 1 : null,
      }))
    const plan = commands.planExchange(
      changeableBooking(booking, state, unit.moment.now),
      exchange,
      {
        offered,
        policy: settings.refundPolicy,
      },
    )
    const given = plan.given.map(({ place_id }) => place_id)
    const isUnlimited = exchange.type === 'seats' && targetId === showtimeId
    commands.giveBackPlaces(unit, showtimeId, { bookingId, placeIds: given })
    commands.sellPlaces(unit, targetId, {
      requester,
      bookingId,
      placeIds: plan.taken.map(({ place_id }) => place_id),
      isUnlimited,
    })
    const kindOf = (id: string) => target.layout.byId.get(id)?.kind ?? 'seat'
    const taken = plan.taken.map(({ place_id: placeId, price }) => ({
      placeId,
      price,
      kind: kindOf(placeId),
    }))
    const amount = (kind: 'payment' | 'refund') =>
      plan.payments.reduce((sum, one) => sum + (one.kind === kind ? one.amount : 0), 0)
    const percent = percentAt(state.show.startsAt, unit.moment.now, booking.refundCap)
    const givenPlaces = booking.places.filter(({ placeId }) => given.includes(placeId))
    const right = rightAmounts(exchange, { given: givenPlaces, taken, percent })
    checkAmount(world, booking, amount('payment'), right.payment)
    checkAmount(world, booking, amount('refund'), right.refund)
    if (booking.admitted > 0 && exchange.type === 'seats')
      world.invariants.report(
        'admission',
        `${bookingId} is exchanged after ${booking.admitted} people came in`,
      )
    await tables.putBooking(unit.tx, {
      ...booking,
      showtimeId: targetId,
      places: [...booking.places.filter(({ placeId }) => !given.includes(placeId)), ...taken],
      paid: booking.paid + amount('payment'),
      refunded: booking.refunded + amount('refund'),
      fees: booking.fees + plan.fee,
      refundCap: plan.refundCap ?? booking.refundCap,
      isUnlimited: booking.isUnlimited || isUnlimited,
      changes: booking.changes + 1,
    })
    for (const id of new Set([showtimeId, targetId])) unit.emit(['showChanged', id])
  })
}

interface Exchanged {
  given: StoredBooking['places']
  taken: StoredBooking['places']
  percent: number
}

/** Dearer seats are paid in full. Cheaper ones give back what a cancellation would give back more for the old ones than for the new ones. */
function rightAmounts({ type }: Exchange, { given, taken, percent }: Exchanged) {
  const prices = (places: StoredBooking['places']) => places.map(({ price }) => price)
  if (type === 'parking')
    return { payment: priceOf(taken), refund: refundAt(prices(given), percent) }
  const surplus = priceOf(given) - priceOf(taken)
  if (surplus <= 0) return { payment: -surplus, refund: 0 }
  return {
    payment: 0,
    refund: Math.max(0, refundAt(prices(given), percent) - refundAt(prices(taken), percent)),
  }
}

function checkAmount(world: World, { id }: StoredBooking, amount: number, right: number) {
  if (amount !== right)
    world.invariants.report('money', `${id}: ${amount} instead of ${right} rupees`)
}

/** Lets people in. */
export const admit = (world: World, node: SimulatedNode, bookingId: string) =>
  atBooking(world, node, bookingId, [], async (unit, booking) => {
    if (booking.places.length === 0) throw closed('')
    await world.tables.putBooking(unit.tx, {
      ...booking,
      admitted: booking.admitted + 1,
      changes: booking.changes + 1,
    })
    unit.emit(['showChanged', booking.showtimeId])
  })

/** Runs work under the lock of the showtime of a booking, as `withBookingLock` does. */
async function atBooking(
  world: World,
  node: SimulatedNode,
  bookingId: string,
  others: readonly string[],
  work: (unit: ShowtimeUnit, booking: StoredBooking) => Promise<void>,
): Promise<void> {
  const showtimeId = bookingOf(world.database.root(), bookingId)?.showtimeId
  if (showtimeId === undefined) return
  const isDone = await node.transact([showtimeId, ...others], async (unit) => {
    const booking = await world.tables.findBooking(unit.tx, bookingId)
    if (booking?.showtimeId !== showtimeId) return booking === undefined
    await work(unit, booking)
    return true
  })
  if (!isDone) await atBooking(world, node, bookingId, others, work)
}

/** Cancels a show: ends its holds and its house seats. Its bookings are refunded afterwards. */
export function cancelShow(
  { tables, commands, scheduler }: World,
  node: SimulatedNode,
  showtimeId: string,
) {
  return node.transact([showtimeId], async (unit) => {
    const show = await tables.findShow(unit.tx, showtimeId)
    commands.endHoldsAt(unit, showtimeId)
    if (!show || show.cancelled_at !== null || show.starts_at <= unit.moment.now) throw closed('')
    await tables.putShow(unit.tx, { ...show, cancelled_at: scheduler.now() })
    unit.accept(showtimeId, accept(null, { show: { isCancelled: true } }))
    for (const booking of await tables.bookingsAt(unit.tx, showtimeId))
      if (booking.channel === 'house') await giveUp(unit, booking, { tables, commands })
  })
}

const giveUp = (
  unit: ShowtimeUnit,
  booking: StoredBooking,
  { tables, commands }: Pick<World, 'tables' | 'commands'>,
) => {
  const placeIds = booking.places.map(({ placeId }) => placeId)
  commands.giveBackPlaces(unit, booking.showtimeId, { bookingId: booking.id, placeIds })
  return tables.putBooking(unit.tx, { ...booking, places: [], changes: booking.changes + 1 })
}

/** Releases house seats. */
export const releaseHouseSeats = (world: World, node: SimulatedNode, bookingId: string) =>
  atBooking(world, node, bookingId, [], async (unit, booking) => {
    await giveUp(unit, booking, world)
  })

const REFUNDS_AT_ONCE = 5

/** Refunds some bookings of a cancelled show. */
export function refundShow(world: World, node: SimulatedNode, showtimeId: string) {
  const { tables, commands } = world
  return node.transact([showtimeId], async (unit) => {
    const bookings = await tables.bookingsAt(unit.tx, showtimeId)
    const due = bookings.filter(({ places, channel }) => places.length > 0 && channel !== 'house')
    for (const booking of due.slice(0, REFUNDS_AT_ONCE)) {
      const plan = commands.planShowCancellation(
        changeableBooking(booking, unit.state(showtimeId), unit.moment.now),
      )
      checkAmount(world, booking, plan.refund, priceOf(booking.places))
      const placeIds = booking.places.map(({ placeId }) => placeId)
      commands.giveBackPlaces(unit, showtimeId, { bookingId: booking.id, placeIds })
      await tables.putBooking(unit.tx, {
        ...booking,
        places: [],
        refunded: booking.refunded + plan.refund,
        fees: booking.fees + plan.fee,
        changes: booking.changes + 1,
      })
    }
    unit.emit(['showChanged', showtimeId])
  })
}

/** Offers free seats to the parties that wait, first come first served. */
export function offerFreeSeats(
  { tables, commands, database, settings }: World,
  node: SimulatedNode,
  showtimeId: string,
) {
  const entries = [
    ...((database.root().get('entries') ?? new Map()) as Map<string, WaitingEntry>).values(),
  ]
  const due = entries.filter(
    (entry) => entry.showtimeId === showtimeId && entry.state === 'waiting',
  )
  return node.transact([showtimeId], async (unit) => {
    for (const { id } of due) {
      const entry = await tables.findEntry(unit.tx, id)
      if (entry?.state !== 'waiting') continue
      const party = { ...entry, categories: [], holder: `offer ${id}` }
      const moment = { ...unit.moment, holdMs: settings.offerMs }
      const decision = commands.offerSeats(
        unit.state(showtimeId),
        { party, elsewhere: NOTHING_ELSEWHERE },
        moment,
      )
      if ('refusal' in decision.outcome) continue
      if (unit.accept(showtimeId, decision))
        await tables.putEntry(unit.tx, { ...entry, state: 'offered', holder: party.holder })
    }
  })
}

/** A browser of an account opens its offer. */
export function openOffer(
  { tables, commands }: World,
  node: SimulatedNode,
  {
    entry: { id, showtimeId },
    account,
    holder,
  }: { entry: WaitingEntry; account: string; holder: string },
) {
  return node.transact([showtimeId], async (unit) => {
    const entry = await tables.findEntry(unit.tx, id)
    if (entry?.state !== 'offered') throw closed('')
    const { seatIds } = unit.accept(
      showtimeId,
      commands.handOver(unit.state(showtimeId), {
        account,
        from: entry.holder,
        to: holder,
        openedAt: entry.openedAt,
      }),
    )
    if (seatIds.length === 0) throw closed('')
    await tables.putEntry(unit.tx, {
      ...entry,
      holder,
      openedAt: entry.openedAt ?? unit.moment.now,
    })
    unit.emit(['noticesChanged', account])
  })
}

/** Takes free or held seats of a screen out of service, or puts them back. Changes all its shows. */
export function changeService(
  { tables, commands, database }: World,
  node: SimulatedNode,
  { screenId, placeIds, isOut }: { screenId: string; placeIds: readonly string[]; isOut: boolean },
) {
  const shows = [...(database.root().get('showtimes') ?? [])] as [string, { screen_id: string }][]
  const ids = shows.flatMap(([id, show]) => (show.screen_id === screenId ? id : []))
  return node.transact(ids, async (unit) => {
    const isSold = (id: string) =>
      ids.some((showtimeId) => unit.state(showtimeId).claims.get(id)?.kind === 'sold')
    const some = placeIds.filter((id) => !isSold(id))
    if (isOut) for (const id of ids) commands.endHoldsOn(unit, id, some)
    const screen = await tables.findScreen(unit.tx, screenId)
    if (!screen) return
    const places = screen.places.map((place) =>
      some.includes(place.id) ? { ...place, out_of_service: Number(isOut) } : place,
    )
    await tables.putScreen(unit.tx, { ...screen, layout: screen.layout + 1, places })
    for (const id of ids) await unit.reload(id)
  })
}
