import { type ParkingSlot, slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import type { History, Order } from './history.ts'
import type { Show } from './showtimes.ts'
import type { Visitor } from './visitor.ts'

export type Place = Seat | ParkingSlot
type Places = Place[]
const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const some = <T>(list: readonly T[], most: number) =>
  list.toSorted(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * most))

let phones = 9_000_000_000

/** What one of the crowd does next, at random, with what they see: mostly sense, sometimes none. */
export async function doSomething(visitor: Visitor, show: Show, history: History) {
  const places = visitor.view.places()
  if (places.length === 0) return
  const { showtimeId } = show
  const mine = places.filter(({ heldByMe }) => heldByMe)
  const dice = Math.random()

  if (dice < 0.45) await holdOne(visitor, showtimeId, one(places) as Place)
  else if (dice < 0.55) {
    const own = one(mine)
    if (own) await releaseOne(visitor, showtimeId, 'release', own)
  } else if (dice < 0.63) {
    const strange = one(places.filter(({ status, heldByMe }) => status === 'HELD' && !heldByMe))
    if (strange) await releaseOne(visitor, showtimeId, 'strange release', strange)
  } else if (dice < 0.7) await visitor.act('extend', idsOf(mine), 'extendHold', { showtimeId })
  else if (dice < 0.8) await goToPay(visitor, showtimeId, some(places, 4))
  else if (dice < 0.9) await buy(visitor, show, mine, history)
  else if (dice < 0.96) await buy(visitor, show, some(places, 3), history)
  else {
    visitor.vanish()
    await visitor.comeBack()
  }
}

/** Reaches for several places at once, in no order, and lets go of them again or pays. */
export async function reachForBasket(visitor: Visitor, show: Show, history: History) {
  const places = visitor.view.places().filter(({ status }) => status !== 'SOLD')
  if (places.length === 0) return
  const basket = some(places, 8)
  const dice = Math.random()
  if (dice < 0.7) await goToPay(visitor, show.showtimeId, basket)
  else if (dice < 0.95) {
    const mine = places.filter(({ heldByMe }) => heldByMe)
    for (const own of mine) await releaseOne(visitor, show.showtimeId, 'release', own)
  } else await buy(visitor, show, some(places, 3), history)
}

export const holdOne = (visitor: Visitor, showtimeId: string, place: Place) =>
  isSeat(place)
    ? visitor.act('hold', [place._id], 'holdSeat', { showtimeId, seatId: place._id })
    : visitor.act('hold', [place._id], 'holdParkingSlot', { showtimeId, slotId: place._id })

const releaseOne = (
  visitor: Visitor,
  showtimeId: string,
  verb: 'release' | 'strange release',
  { _id }: Pick<Place, '_id'>,
) => visitor.act(verb, [_id], 'releaseSeat', { showtimeId, seatId: _id })

async function goToPay(visitor: Visitor, showtimeId: string, wanted: Places) {
  const seatIds = idsOf(wanted.filter(isSeat))
  const slotIds = idsOf(wanted.filter((place) => !isSeat(place)))
  if (seatIds.length === 0) return
  return visitor.act('checkout', [...seatIds, ...slotIds], 'beginCheckout', {
    showtimeId,
    seatIds,
    slotIds,
  })
}

/** Sends an order once, or twice at once, or twice in turn: it is one order, with one key. */
async function buy(visitor: Visitor, show: Show, wanted: Places, history: History) {
  const seats = wanted.filter(isSeat).length
  if (seats === 0 || seats > 10) return
  const { order, body } = anOrder(visitor, show, wanted)
  history.orders.push(order)
  const send = () => visitor.book(order, body, `key ${order.phone}`)
  const dice = Math.random()
  if (dice < 0.2) await Promise.all([send(), send()])
  else await send()
  if (dice > 0.8) await send()
}

/** An order and the request that places it, as the specification has it. */
export function anOrder({ buyer }: Visitor, { movieId, showtimeId }: Show, wanted: Places) {
  const phone = String(phones++)
  const price = priceOf(wanted)
  const order: Order = { phone, placeIds: idsOf(wanted), price, outcomes: [], references: [] }
  const body = {
    movieId,
    showtimeId,
    userId: buyer.userId,
    seatIds: idsOf(wanted.filter(isSeat)),
    parkingSlotIds: idsOf(wanted.filter((place) => !isSeat(place))),
    totalCost: price,
    phone,
  }
  return { order, body }
}

export const idsOf = (places: Places) => places.map(({ _id }) => _id)
export const isSeat = (place: Place) => 'seatNumber' in place
const priceOf = (places: Places) =>
  places.reduce(
    (sum, place) =>
      sum + ('seatNumber' in place ? seatPrice(place.category) : slotPrice(place.type)),
    0,
  )
