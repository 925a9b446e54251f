import type { PayoutMethod } from '@marquee/contract/office/counter/refunds'
import { differenceOf, refundOfChange } from '../../src/bookings/change/planners/booking-change.ts'
import type { Exchange } from '../../src/bookings/change/planners/exchange.ts'
import { closed } from '../../src/errors.ts'
import { NOTHING_ELSEWHERE, type Requester } from '../../src/inventory/rules/requester.ts'
import type { ShowtimeUnit } from '../../src/inventory/showtimes.ts'
import { accept } from '../../src/inventory/state.ts'
import {
  bookingOf,
  bookingToChange,
  changedBooking,
  type StoredBooking,
  type WaitingEntry,
} from './bookings.ts'
import { dbOf } from './memory-store.ts'
import { priceOf } from './money.ts'
import type { SimulatedNode } from './node.ts'
import type { StoredVoucher } from './vouchers.ts'
import type { World } from './world.ts'

// What services do, with the rows of bookings in memory. The planners and the commands are those of the product.

interface ChangeOrder {
  bookingId: string
  /** Undefined: all places are cancelled, or those that are named. */
  exchange?: Exchange
  requester?: Requester
  placeIds?: readonly string[]
  isByStaff?: boolean
}

/** Changes a booking: previews what it costs, and then submits it. Does it again if the booking has changed meanwhile. */
export async function changeBooking(
  world: World,
  node: SimulatedNode,
  order: ChangeOrder,
): Promise<void> {
  const { bookingId, exchange, requester, isByStaff = false } = order
  const booking = bookingOf(world.database.root(), bookingId)
  if (!booking) return
  const targetId = exchange?.type === 'seats' ? exchange.showtimeId : booking.showtimeId
  const request = exchange
    ? { ...exchange, difference: await previewExchange(world, node, { booking, exchange }) }
    : await previewCancellation(world, node, { booking, order })
  const areLimitsApplied = exchange?.type !== 'seats' || targetId !== booking.showtimeId
  const result = await node.submit(
    'decideChange',
    booking.showtimeId,
    {
      bookingId,
      ownerId: booking.userId,
      request,
      staff: isByStaff ? STAFF : undefined,
      buyer: requester && { requester, areLimitsApplied },
    },
    [targetId],
  )
  if (result === 'outdated') await changeBooking(world, node, order)
}

const STAFF = { deviceId: 'counter', reason: 'asked' }

async function contextOf({ settings, scheduler }: World, node: SimulatedNode, id: string) {
  return { booked: await node.read(id), moment: { ...settings, now: scheduler.now() } }
}

async function previewCancellation(
  world: World,
  node: SimulatedNode,
  { booking, order }: { booking: StoredBooking; order: ChangeOrder },
) {
  const { placeIds = [], isByStaff = false } = order
  const kinds = new Map(booking.places.map(({ placeId, kind }) => [placeId, kind]))
  const isSeat = (id: string) => (kinds.get(id) ?? 'seat') === 'seat'
  const named = {
    seatIds: placeIds.filter(isSeat),
    slotIds: placeIds.filter((id) => !isSeat(id)),
    isFull: isByStaff,
  }
  const change = world.commands.planCancellation(
    bookingToChange(booking),
    { ...named, by: isByStaff ? STAFF : { deviceId: null } },
    await contextOf(world, node, booking.showtimeId),
  )
  return { type: 'cancel' as const, ...named, refund: refundOfChange(change) }
}

async function previewExchange(
  world: World,
  node: SimulatedNode,
  { booking, exchange }: { booking: StoredBooking; exchange: Exchange },
) {
  const targetId = exchange.type === 'seats' ? exchange.showtimeId : booking.showtimeId
  const context = await contextOf(world, node, booking.showtimeId)
  const target = await node.read(targetId)
  const plan = world.commands.planExchange(bookingToChange(booking), exchange, {
    ...context,
    target,
  })
  return differenceOf(plan)
}

/** Lets people in. */
export const admit = (world: World, node: SimulatedNode, bookingId: string) =>
  atBooking(world, node, bookingId, async (unit, booking) => {
    if (booking.places.length === 0) throw closed('')
    await world.tables.putBooking(unit.tx, {
      ...booking,
      admitted: booking.admitted + 1,
      changes: booking.changes + 1,
    })
    unit.emit(['showChanged', booking.showtimeId])
  })

/** Runs work under the lock of the showtime of a booking. */
async function atBooking(
  world: World,
  node: SimulatedNode,
  bookingId: string,
  work: (unit: ShowtimeUnit, booking: StoredBooking) => Promise<void>,
): Promise<void> {
  const showtimeId = bookingOf(world.database.root(), bookingId)?.showtimeId
  if (showtimeId === undefined) return
  const isDone = await node.transact([showtimeId], async (unit) => {
    const booking = await world.tables.findBooking(unit.tx, bookingId)
    if (booking?.showtimeId !== showtimeId) return booking === undefined
    await work(unit, booking)
    return true
  })
  if (!isDone) await atBooking(world, node, bookingId, work)
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
  atBooking(world, node, bookingId, async (unit, booking) => {
    if (booking.places.length === 0) throw closed('')
    await giveUp(unit, booking, world)
  })

/** Shorter than a run, so that some vouchers are out of date. */
const VOUCHER_LIFETIME_MS = 120_000

const voucherOf = ({ id, changes }: StoredBooking, { moment }: ShowtimeUnit) => {
  const code = `voucher-${id}-${changes}`
  return { id: code, code, validUntil: moment.now + VOUCHER_LIFETIME_MS }
}

interface Payout {
  bookingId: string
  /** Of the refund in the ledger. */
  number: number
  method: PayoutMethod
}

/** Pays out a refund that the counter owes, also as a voucher. */
export const payRefund = (
  world: World,
  node: SimulatedNode,
  { bookingId, number, method }: Payout,
) =>
  atBooking(world, node, bookingId, async (unit, booking) => {
    const { tables, commands, settings } = world
    const refund = booking.ledger[number - 1]
    if (!refund) return
    const isPaid = booking.ledger.some(({ refund_number }) => refund_number === number)
    commands.assertOwed(
      {
        amount: refund.amount,
        paid_at: isPaid ? unit.moment.now : null,
        payout_person_name: null,
        payout_device_name: null,
      },
      settings,
    )
    const voucher = method === 'voucher' ? voucherOf(booking, unit) : null
    const payout = {
      kind: 'payout' as const,
      method,
      voucher_id: voucher?.id ?? null,
      amount: refund.amount,
      refund_number: number,
    }
    await tables.putBooking(unit.tx, {
      ...booking,
      ledger: [...booking.ledger, payout],
      changes: booking.changes + 1,
    })
    if (voucher)
      await tables.insertVoucher(unit.tx, {
        id: voucher.id,
        amount: refund.amount,
        valid_until: voucher.validUntil,
        booking_id: bookingId,
      })
  })

const REFUNDS_AT_ONCE = 5

/** Every second show. */
const isRefundedAsVoucher = (showtimeId: string) => Number(showtimeId.at(-1)) % 2 === 1

/** Refunds some bookings of a cancelled show. */
export function refundShow(world: World, node: SimulatedNode, showtimeId: string) {
  const { tables, commands } = world
  return node.transact([showtimeId], async (unit) => {
    const bookings = await tables.bookingsAt(unit.tx, showtimeId)
    const due = bookings.filter(({ places, channel }) => places.length > 0 && channel !== 'house')
    for (const booking of due.slice(0, REFUNDS_AT_ONCE)) {
      const change = commands.planShowCancellation(
        bookingToChange(booking),
        {
          by: { deviceId: 'manager', reason: 'repair' },
          refundFor: 'all',
          newVoucher: isRefundedAsVoucher(showtimeId) ? voucherOf(booking, unit) : null,
        },
        { booked: unit.state(showtimeId), moment: unit.moment },
      )
      const refund = refundOfChange(change)
      if (refund !== priceOf(booking.places))
        world.invariants.report('money', `${booking.id}: ${refund} rupees are refunded`)
      const placeIds = change.givenBack.map(({ place_id }) => place_id)
      commands.giveBackPlaces(unit, showtimeId, { bookingId: booking.id, placeIds })
      await tables.putBooking(unit.tx, changedBooking(booking, change))
      await tables.refundToVouchers(unit.tx, [change], commands)
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
    await tables.putScreen(unit.tx, {
      ...screen,
      places_revision: screen.places_revision + 1,
      places,
    })
    for (const id of ids) await unit.reload(id)
  })
}

/** Issues a voucher by hand. */
export const issueVoucher = (
  { database, clients, invariants, tables }: World,
  voucher: Pick<StoredVoucher, 'id' | 'amount' | 'valid_until'>,
) =>
  database.transact(clients, true, (tx) => {
    invariants.untrack(tx)
    return tables.insertVoucher(dbOf(tx), voucher)
  })
