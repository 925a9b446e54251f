import type { BookingRequest } from '@marquee/contract/bookings/bookings'
import * as bookings from '#src/bookings/list/bookings.service.ts'
import { book } from '#src/bookings/order/book.service.ts'
import type { VisitorOrder } from '#src/bookings/order/order.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { type CreatedShowtime, createUser, emailOf } from './makers.ts'
import type { TestContext } from './test-context.ts'

/** Calls of the booking service with short arguments. */
export function createBookingCalls(context: () => TestContext) {
  /** An order of a new buyer who holds nothing, for Standard seats. */
  async function createOrder(
    { movieId, showtimeId }: CreatedShowtime,
    seatIds: (string | undefined)[],
    changes: Partial<BookingRequest> = {},
  ): Promise<VisitorOrder> {
    const userId = await createUser(context().ctx)
    const request = {
      movieId,
      showtimeId,
      userId,
      phone: '9876543210',
      seatIds: seatIds.filter((id) => id !== undefined),
      parkingSlotIds: [],
      totalCost: 150 * seatIds.length,
      ...changes,
    }
    return { userId, email: emailOf(userId), holder: `holder of ${userId}`, request }
  }
  return {
    createOrder,
    book: (order: VisitorOrder) => book(context().ctx, order),
    listBookings: (userId: string, before?: string) =>
      bookings.listBookings(context().ctx, userId, before),
    soldPlaces: async ({ showtimeId }: CreatedShowtime) => {
      const { claims } = await readSeatMap(context().ctx, showtimeId)
      return [...claims].flatMap(([id, { bookingId }]) => (bookingId ? [id] : [])).toSorted()
    },
  }
}
