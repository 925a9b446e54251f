import type { CounterSale } from '@marquee/contract/office/sales'
import type { Context } from '#src/context.ts'
import { invalid } from '#src/errors.ts'
import { placeOrder } from './book.service.ts'
import { assertDistinct, type BookingOrder } from './order.ts'
import { type StaffTerms, staffHolder } from './staff-terms.ts'

interface CounterRequest {
  showtimeId: string
  deviceId: string
}

interface SaleRequest extends CounterRequest {
  sale: CounterSale
  /** The idempotency key. */
  key?: string | undefined
}

/**
 * Sells places at the counter: by the rules, statements and prices of a visitor's booking, but until the end of the show and without the
 * limits per holder. Returns the id of the booking. Throws INVALID, NOT_FOUND, CLOSED, TAKEN, PRICE_MISMATCH, KEY_REUSED.
 */
export async function sellAtCounter(ctx: Context, { sale, key, ...request }: SaleRequest) {
  if (sale.payment === 'complimentary' && sale.reason === undefined)
    throw invalid('Please say why the tickets are complimentary.')
  const { payment, reason, name, email, phone, vehicles, totalCost, voucher, isFromHouseSeats } =
    sale
  const bookingId = await submit(ctx, {
    ...request,
    placeIds: sale.placeIds,
    terms: {
      type: 'sale',
      deviceId: request.deviceId,
      payment,
      reason,
      name,
      email,
      isFromHouseSeats,
    },
    order: {
      totalCost,
      voucher,
      phone: phone ?? null,
      parkingSlots: vehicles?.map(({ placeId, vehicleNumber }) => ({
        slotId: placeId,
        vehicleNumber,
      })),
    },
    key,
  })
  ctx.log.info({ bookingId, showtimeId: request.showtimeId, payment, totalCost }, 'booking sold')
  return bookingId
}

interface BlockRequest extends CounterRequest {
  placeIds: string[]
  reason: string
  /** For whom. */
  name?: string | undefined
  giveBackAt?: string | null | undefined
}

/** Keeps places for the house, all or none. Throws NOT_FOUND, CLOSED after the end of the show, and TAKEN. */
export async function keepHouseSeats(
  ctx: Context,
  { reason, name, giveBackAt, ...request }: BlockRequest,
) {
  const instant = giveBackAt ? Date.parse(giveBackAt) : null
  if (instant !== null && instant <= ctx.now()) throw invalid('Please choose a time in the future.')
  await submit(ctx, {
    ...request,
    terms: { type: 'houseSeats', deviceId: request.deviceId, reason, name, giveBackAt: instant },
    order: { totalCost: 0, phone: null },
  })
}

interface Submission extends CounterRequest {
  placeIds: string[]
  terms: StaffTerms
  order: Pick<BookingOrder['request'], 'totalCost' | 'phone' | 'parkingSlots' | 'voucher'>
  key?: string | undefined
}

async function submit(
  ctx: Context,
  { showtimeId, deviceId, placeIds, terms, order, key }: Submission,
) {
  const { layout, show } = await ctx.showtimes.read(showtimeId)
  assertDistinct(placeIds, 'order')
  const isSlot = (id: string) => (layout.byId.get(id)?.kind ?? 'seat') !== 'seat'
  // Unknown ids count as seats. The order refuses them, unless it repeats one of before the show was moved to another screen.
  const seatIds = placeIds.filter((id) => !isSlot(id))
  if (terms.type === 'sale' && seatIds.length === 0)
    throw invalid('Please choose at least one seat.')
  const result = await placeOrder(ctx, {
    userId: null,
    holder: staffHolder(deviceId),
    key,
    staff: terms,
    request: {
      ...order,
      movieId: show.movieId,
      showtimeId,
      seatIds,
      parkingSlotIds: placeIds.filter(isSlot),
    },
  })
  return 'earlierBookingId' in result ? result.earlierBookingId : result.booking._id
}
