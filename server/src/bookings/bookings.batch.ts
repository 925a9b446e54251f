import type { Booking } from '@marquee/contract/bookings'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { Config } from '../config.ts'
import type { BookedPlaceRow, BookingRow, Db } from '../database/schema.ts'
import { answersTo } from '../database/transaction.ts'
import { AppError, placeNotFound, unauthenticated } from '../errors.ts'
import { openSales } from '../inventory/sales.ts'
import { type Done, eachOf, WRITE_CONFLICT } from '../platform/write-batcher.ts'
import * as bookings from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'
import {
  assertPrice,
  type BookingOrder,
  fingerprint,
  type PricedPlace,
  placeIdsOf,
  pricedPlaces,
  totalOf,
  validateOrder,
  vehicleFor,
} from './order.ts'
import { newReference } from './reference.ts'

/** A new booking and the address of its buyer, or the one that the order's key has already made. */
export type Placed = { booking: Booking; email: string } | { madeBefore: string }

/**
 * Books orders of different buyers in a few statements and in order of arrival, each as a whole or not at all. Whoever is refused
 * books nothing and is in nobody's way. Throws OVERTAKEN: then nothing of it may be committed.
 */
export async function placeMany<Wish extends BookingOrder>(
  tx: Db,
  { timeZone }: Pick<Config, 'timeZone'>,
  orders: Wish[],
  noneBusy: Promise<unknown>,
): Promise<Done<Wish, Placed>> {
  const [offerOf, sales] = await answersTo([
    offersTo(tx, orders),
    openSales(tx, orders.map(wishOf)),
  ])
  const made: BookingRow[] = []
  const booked: BookedPlaceRow[] = []

  const outcomes = eachOf(orders, (order, n): Placed => {
    validateOrder(order.request)
    const { show, places } = offerOf(n)
    if (show.made_id !== null) {
      refuseOther(order, show)
      return { madeBefore: show.made_id }
    }
    assertPrice(order.request, places)
    // Deleted while the order was on its way: nobody is signed in any more.
    if (show.email === null) throw unauthenticated(SESSION_ENDED)

    const id = crypto.randomUUID()
    const row = bookingOf(order, places, { id, soldAt: sales.grant(n, id) })
    const rows = placesIn(order, places, id)
    made.push(row)
    booked.push(...rows)
    const views = places.map((place, nth) => ({ ...place, ...(rows[nth] as BookedPlaceRow) }))
    return { booking: bookingView({ ...row, ...show }, views, timeZone), email: show.email }
  })

  if (made.length === 0) return { outcomes, touched: [], displaced: [] }
  await noneBusy
  return { outcomes, ...(await write(tx, made, booked, sales)) }
}

/** All at once; what only one of them finds wrong undoes the rest too. */
async function write(tx: Db, made: BookingRow[], booked: BookedPlaceRow[], sales: Sales) {
  const inserted = bookings.insertBookings(tx, made)
  const rest = answersTo([bookings.insertPlaces(tx, booked), sales.write()])
  await Promise.allSettled([inserted, rest])
  // Places of a booking that was there already belong to none of ours: this is why they failed.
  if ((await inserted).rows.length < made.length) throw WRITE_CONFLICT
  const [, written] = await rest
  return written
}
type Sales = Awaited<ReturnType<typeof openSales>>

const wishOf = ({ request, holder }: BookingOrder) => ({
  showtimeId: request.showtimeId,
  seatIds: request.seatIds,
  placeIds: placeIdsOf(request),
  holder,
})

/** What each is offered, by number: throws NOT_FOUND where film, showtime and places do not belong together. */
async function offersTo(tx: Db, orders: BookingOrder[]) {
  const [{ rows: met }, { rows: offered }] = await answersTo([
    bookings.meet(tx, orders),
    bookings.offered(tx, orders),
  ])
  const shows = new Map(met.map(({ n, ...show }) => [n, show]))
  const places = Map.groupBy(offered, ({ n }) => n)
  return (n: number) => {
    const show = shows.get(n)
    if (!show) throw placeNotFound()
    return { show, places: pricedPlaces((orders[n] as BookingOrder).request, places.get(n) ?? []) }
  }
}

const bookingOf = (
  { userId, request, key }: BookingOrder,
  places: PricedPlace[],
  { id, soldAt }: { id: string; soldAt: number },
): BookingRow => ({
  id,
  reference: newReference(),
  user_id: userId,
  showtime_id: request.showtimeId,
  phone: request.phone?.trim() ?? null,
  total_cost: totalOf(places),
  payment_status: 'Paid',
  created_at: soldAt,
  idempotency_key: key ?? null,
  request_hash: fingerprint(request),
})

const placesIn = ({ request }: BookingOrder, places: PricedPlace[], id: string): BookedPlaceRow[] =>
  places.map(({ id: placeId, price }) => ({
    booking_id: id,
    place_id: placeId,
    price,
    vehicle_number: vehicleFor(request, placeId),
  }))

/** A key that comes back stands for the order it came with. */
function refuseOther({ request }: BookingOrder, made: Pick<bookings.Met, 'request_hash'>) {
  if (made.request_hash === fingerprint(request)) return
  throw new AppError(422, 'KEY_REUSED', 'This key has already been used for another booking.')
}
