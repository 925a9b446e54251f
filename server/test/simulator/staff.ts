import { NOTHING_ELSEWHERE, type Requester } from '../../src/inventory/rules/requester.ts'
import type { Actor, Given } from './actors.ts'
import type { StoredBooking } from './bookings.ts'
import {
  admit,
  cancelShow,
  changeBooking,
  changeService,
  issueVoucher,
  payRefund,
  releaseHouseSeats,
} from './changes.ts'
import { rowsOf } from './memory-database.ts'
import { type OrderTerms, orderOf, pickVoucher } from './visitors.ts'

const PAYMENTS = ['cash', 'cash', 'card', 'voucher'] as const

/** A device of the cinema: the counter, the door and the office. */
export function createStaff(name: string): Actor {
  let orders = 0
  const requester: Requester = {
    holder: name,
    account: null,
    mailbox: null,
    address: null,
    confirmedAddress: null,
    networkAddress: null,
    provenStep: 0,
    elsewhere: NOTHING_ELSEWHERE,
  }

  async function order(given: Given, terms: Pick<OrderTerms, 'staff' | 'voucher'>) {
    const { world, random, node } = given
    const showtimeId = random.pick(world.showtimeIds) ?? ''
    const { layout, claims } = await node.read(showtimeId)
    // Seldom a place that is not free.
    const wanted = layout.places.filter(
      ({ id, kind }) => kind === 'seat' && (!claims.has(id) || random.chance(0.02)),
    )
    const start = random.below(wanted.length)
    const places = wanted.slice(start, start + random.between(1, 4))
    if (places.length === 0) return
    orders += 1
    const bookingId = `${name}-${orders}`
    await node.submit(
      'decideBooking',
      showtimeId,
      orderOf(places, { showtimeId, userId: null, bookingId, requester, ...terms }),
    )
  }

  function sell(given: Given) {
    const payment = given.random.pick(PAYMENTS) ?? 'cash'
    const voucher =
      payment === 'voucher' || given.random.chance(0.5) ? pickVoucher(given) : undefined
    return order(given, { staff: { type: 'sale', deviceId: name, payment }, voucher })
  }
  const block = (given: Given) =>
    order(given, {
      staff: { type: 'houseSeats', deviceId: name, reason: 'guests', giveBackAt: null },
      voucher: undefined,
    })

  async function issue({ world, random }: Given) {
    orders += 1
    const lifetime = random.between(10, 120) * 1000
    await issueVoucher(world, {
      id: `voucher-${name}-${orders}`,
      amount: random.between(1, 700),
      valid_until: world.scheduler.now() + lifetime,
    })
  }

  /** Also a refund that another counter pays out at the same time, or has paid out before. */
  async function pay({ world, random, node }: Given) {
    const all = [...rowsOf<StoredBooking>(world.database.root(), 'bookings').values()]
    const refunds = all.flatMap(({ id: bookingId, ledger }) =>
      ledger.flatMap(({ kind, method }, index) =>
        kind === 'refund' && (method === 'cash' || method === 'card')
          ? {
              bookingId,
              number: index + 1,
              isPaid: ledger.some(({ refund_number }) => refund_number === index + 1),
            }
          : [],
      ),
    )
    const owed = refunds.filter(({ isPaid }) => !isPaid)
    const refund = random.pick(random.chance(0.8) ? owed.slice(0, 2) : refunds)
    const method = random.pick(['cash', 'card', 'voucher'] as const) ?? 'cash'
    if (refund) await payRefund(world, node, { ...refund, method })
  }

  const bookings = ({ world }: Given, channels: StoredBooking['channel'][]) =>
    [...rowsOf<StoredBooking>(world.database.root(), 'bookings').values()].filter(
      ({ channel, places }) => channels.includes(channel) && places.length > 0,
    )

  async function unblock(given: Given) {
    const booking = given.random.pick(bookings(given, ['house']))
    if (booking) await releaseHouseSeats(given.world, given.node, booking.id)
  }

  async function refund(given: Given) {
    const booking = given.random.pick(bookings(given, ['web', 'counter']))
    if (!booking) return
    await changeBooking(given.world, given.node, { bookingId: booking.id, isByStaff: true })
  }

  async function letIn(given: Given) {
    const booking = given.random.pick(bookings(given, ['web', 'counter']))
    if (booking) await admit(given.world, given.node, booking.id)
  }

  async function cancel(given: Given) {
    const { world, random, node } = given
    await cancelShow(world, node, random.pick(world.showtimeIds) ?? '')
  }

  async function outage(given: Given) {
    const { world, random, node } = given
    const screenId = random.pick(['s1', 's2']) ?? ''
    const { places } = rowsOf<{ places: { id: string }[] }>(world.database.root(), 'screens').get(
      screenId,
    ) ?? { places: [] }
    const placeIds = random.sample(places.slice(6, 30), 2).map(({ id }) => id)
    await changeService(world, node, { screenId, placeIds, isOut: random.chance(0.5) })
  }

  return {
    name,
    thinkMs: [500, 6000],
    verbs: {
      sell: [10, sell],
      block: [5, block],
      issueVoucher: [5, issue],
      payRefund: [5, pay],
      unblock: [4, unblock],
      refund: [3, refund],
      admit: [3, letIn],
      outage: [2, outage],
      cancelShow: [1, cancel],
    },
  }
}
