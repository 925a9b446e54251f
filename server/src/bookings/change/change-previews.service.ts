import type { PreviewQuery, previewChanges } from '@marquee/contract/bookings/booking-changes'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { RefundKind } from '@marquee/contract/office/booking-changes'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { invalid } from '#src/errors.ts'
import { requireBooking } from './load-bookings.ts'
import {
  type BookingChange,
  type BookingToChange,
  differenceOf,
  refundOfChange,
} from './planners/booking-change.ts'
import { type NamedPlaces, planCancellation } from './planners/cancel.ts'
import { type Exchange, planExchange } from './planners/exchange.ts'

const ONE_CHANGE = 'Please ask for one change at a time.'

/** What a change would cost now. Throws INVALID for places of several changes, else what the change throws. */
export async function previewChange(
  ctx: Context,
  { reference, userId }: { reference: string; userId: string },
  { showtimeId, ...query }: PreviewQuery,
): Promise<ResponseBody<typeof previewChanges>> {
  const { seatIds = [], slotIds = [], take = [], addSlots = [] } = query
  const booking = await requireBooking(ctx.reader, reference, userId)
  const isOtherShow = showtimeId !== undefined && showtimeId !== booking.showtime_id
  if (take.length > 0) {
    if (slotIds.length + addSlots.length > 0) throw invalid(ONE_CHANGE)
    const target = showtimeId ?? booking.showtime_id
    return previewExchange(ctx, booking, {
      type: 'seats',
      showtimeId: target,
      giveBack: seatIds,
      take,
    })
  }
  if (isOtherShow || (addSlots.length > 0 && seatIds.length > 0)) throw invalid(ONE_CHANGE)
  if (addSlots.length === 0) {
    const by = { deviceId: null }
    const context = await contextOf(ctx, booking)
    return previewOf(planCancellation(booking, { by, seatIds, slotIds }, context))
  }
  // The price does not depend on the vehicle.
  const add = addSlots.map((slotId) => ({ slotId, vehicleNumber: '' }))
  return previewExchange(ctx, booking, { type: 'parking', add, drop: slotIds })
}

/** What an exchange of seats by staff would cost now. Throws what `planExchange` throws. */
export async function previewExchangeByStaff(
  ctx: Context,
  reference: string,
  exchange: Omit<Extract<Exchange, { type: 'seats' }>, 'type'>,
) {
  const booking = await requireBooking(ctx.reader, reference.toUpperCase())
  const { deadline: _, ...preview } = await previewExchange(ctx, booking, {
    type: 'seats',
    ...exchange,
  })
  return preview
}

/** Does not ask whether the new places are free, and whether they leave a gap. */
async function previewExchange(ctx: Context, booking: BookingToChange, exchange: Exchange) {
  const context = await contextOf(ctx, booking)
  const target =
    exchange.type === 'seats'
      ? (await ctx.showtimes.readMany([exchange.showtimeId])).get(exchange.showtimeId)
      : undefined
  return previewOf(planExchange(booking, exchange, { ...context, target }))
}

const contextOf = async ({ showtimes, config }: Context, { showtime_id }: BookingToChange) => ({
  booked: await showtimes.read(showtime_id),
  moment: { ...config, now: showtimes.now() },
})

const previewOf = (change: BookingChange) => ({
  refund: refundOfChange(change),
  fee: change.fee,
  difference: differenceOf(change),
  deadline: formatInstant(change.deadline),
})

/** What cancelling would give back now. Throws as `cancelByStaff` does. */
export async function previewCancellationByStaff(
  ctx: Context,
  reference: string,
  { terms, ...named }: NamedPlaces & { terms: RefundKind },
) {
  const booking = await requireBooking(ctx.reader, reference.toUpperCase())
  const request = { ...named, by: { deviceId: '' }, isFull: terms === 'full' }
  const change = planCancellation(booking, request, await contextOf(ctx, booking))
  return { refund: refundOfChange(change), fee: change.fee }
}
