import { NOTHING_ELSEWHERE, type Requester } from '../../src/inventory/rules/requester.ts'
import type { Actor, Given } from './actors.ts'
import type { StoredBooking } from './bookings.ts'
import { admit, cancelShow, changeBooking, changeService, releaseHouseSeats } from './changes.ts'
import { rowsOf } from './memory-database.ts'
import { orderOf } from './visitors.ts'

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

  async function order(given: Given, staff: Parameters<typeof orderOf>[1]['staff']) {
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
      orderOf(places, { showtimeId, userId: null, bookingId, requester, staff }),
    )
  }

  const sell = (given: Given) => order(given, { type: 'sale', deviceId: name, payment: 'cash' })
  const block = (given: Given) =>
    order(given, { type: 'houseSeats', deviceId: name, reason: 'guests', releaseAt: null })

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
      unblock: [4, unblock],
      refund: [3, refund],
      admit: [3, letIn],
      outage: [2, outage],
      cancelShow: [1, cancel],
    },
  }
}
