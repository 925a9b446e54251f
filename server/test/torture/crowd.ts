import { slotPrice } from '@marquee/contract/parking'
import { seatPrice } from '@marquee/contract/seats'
import type { History, Order } from './history.ts'
import type { Visitor } from './visitor.ts'

type Places = ReturnType<Visitor['view']['places']>
const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const some = <T>(list: readonly T[], most: number) =>
  list.toSorted(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * most))

let phones = 9_000_000_000

/** What one of the crowd does next, at random, with what they see: mostly sense, sometimes none. */
export async function doSomething(visitor: Visitor, show: Show, history: History) {
  const places = visitor.view.places()
  if (places.length === 0) return
  const { showtimeId } = show
  const mine = places.filter(({ heldByMe }) => heldByMe).map(({ _id }) => _id)
  const dice = Math.random()

  if (dice < 0.45) await holdOne(visitor, showtimeId, one(places)?._id ?? '')
  else if (dice < 0.55) await releaseOne(visitor, showtimeId, 'release', one(mine))
  else if (dice < 0.63) {
    const strange = one(places.filter(({ status, heldByMe }) => status === 'HELD' && !heldByMe))
    await releaseOne(visitor, showtimeId, 'strange release', strange?._id)
  } else if (dice < 0.7) await visitor.act('extend', mine, 'extendHold', { showtimeId })
  else if (dice < 0.8) await goToPay(visitor, showtimeId, some(places, 4))
  else if (dice < 0.9)
    await buy(
      visitor,
      show,
      places.filter(({ heldByMe }) => heldByMe),
      history,
    )
  else if (dice < 0.96) await buy(visitor, show, some(places, 3), history)
  else await vanish(visitor, showtimeId, history)
}

export interface Show {
  movieId: string
  showtimeId: string
}

const holdOne = (visitor: Visitor, showtimeId: string, placeId: string) =>
  visitor.act('hold', [placeId], 'holdSeat', { showtimeId, seatId: placeId })

const releaseOne = async (
  visitor: Visitor,
  showtimeId: string,
  verb: 'release' | 'strange release',
  placeId: string | undefined,
) => placeId && visitor.act(verb, [placeId], 'releaseSeat', { showtimeId, seatId: placeId })

async function goToPay(visitor: Visitor, showtimeId: string, wanted: Places) {
  const seatIds = wanted.filter(isSeat).map(({ _id }) => _id)
  const slotIds = wanted.filter((place) => !isSeat(place)).map(({ _id }) => _id)
  if (seatIds.length === 0) return
  await visitor.act('checkout', [...seatIds, ...slotIds], 'beginCheckout', {
    showtimeId,
    seatIds,
    slotIds,
  })
}

/** Sends an order once, or twice at once, or twice in turn: it is one order, with one key. */
async function buy(
  visitor: Visitor,
  { movieId, showtimeId }: Show,
  wanted: Places,
  history: History,
) {
  const seats = wanted.filter(isSeat)
  if (seats.length === 0 || seats.length > 10) return
  const phone = String(phones++)
  const placeIds = wanted.map(({ _id }) => _id)
  const order: Order = { phone, placeIds, price: priceOf(wanted), outcomes: [], references: [] }
  history.orders.push(order)
  const body = {
    movieId,
    showtimeId,
    userId: visitor.buyer.userId,
    seatIds: seats.map(({ _id }) => _id),
    parkingSlotIds: wanted.filter((place) => !isSeat(place)).map(({ _id }) => _id),
    totalCost: order.price,
    phone,
  }
  const send = () => visitor.book(order, body, `key ${phone}`)
  const dice = Math.random()
  if (dice < 0.2) await Promise.all([send(), send()])
  else await send()
  if (dice > 0.8) await send()
}

/** The connection breaks and comes back. */
async function vanish({ holder, socket }: Visitor, showtimeId: string, { acts }: History) {
  const now = Date.now()
  const about = { holder, showtimeId, verb: 'vanish' as const, placeIds: [], sentAt: now }
  acts.push({ ...about, answeredAt: now, outcome: 'done' })
  socket.disconnect()
  socket.connect()
}

const isSeat = (place: Places[number]) => 'seatNumber' in place
const priceOf = (places: Places) =>
  places.reduce(
    (sum, place) =>
      sum + ('seatNumber' in place ? seatPrice(place.category) : slotPrice(place.type)),
    0,
  )
