import * as z from 'zod/mini'
import { createBooking } from '../bookings/bookings.ts'
import { VoucherPayment } from '../bookings/voucher-code.ts'
import { Id, PathId } from '../calls/ids.ts'
import { isVehicleNumber } from '../parking-slots.ts'
import { cleanText } from '../text/clean-text.ts'
import { Email } from '../text/email.ts'
import { StaffBooking, StaffPass } from './bookings.ts'
import { officeEndpoint } from './office-endpoint.ts'
import { Reason } from './reason.ts'
import { MAX_PLACES_PER_REQUEST, VisitorName } from './shows/shows.ts'

const NO_SEATS = 'Please choose at least one seat.'
const INVALID_VEHICLE = 'Please enter a valid vehicle number (e.g., TN01AB1234).'
const INVALID_SALE_PHONE = 'Please enter a phone number with digits.'

export const CounterSale = z.object({
  placeIds: z.array(Id).check(z.minLength(1, NO_SEATS), z.maxLength(MAX_PLACES_PER_REQUEST)),
  /** Places may be house seats: a group pays for the seats that are kept for it. Left out: all places must be for sale. */
  isFromHouseSeats: z.optional(z.boolean()),
  /** How the buyer pays what the voucher does not pay. `voucher`: it pays everything. */
  payment: z.enum(['cash', 'card', 'complimentary', 'voucher']),
  voucher: z.optional(VoucherPayment),
  /** Required when complimentary. */
  reason: z.optional(Reason),
  /** Rupees. The server computes the price and refuses another one (PRICE_MISMATCH). The full price also when complimentary. */
  totalCost: z.int(),
  name: z.optional(VisitorName),
  /** Gets the confirmation with the tickets. */
  email: z.optional(Email),
  phone: z.optional(
    z
      .string(INVALID_SALE_PHONE)
      .check(z.overwrite(cleanText), z.regex(/^\+?[\d ()-]{3,20}$/, INVALID_SALE_PHONE)),
  ),
  vehicles: z.optional(
    z.array(
      z.object({
        placeId: Id,
        vehicleNumber: z.string(INVALID_VEHICLE).check(z.refine(isVehicleNumber, INVALID_VEHICLE)),
      }),
    ),
  ),
})
export type CounterSale = z.infer<typeof CounterSale>

/** Sells all of the places or none, until the end of the show. A repeated idempotency key returns the first booking. */
export const sellPlaces = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/sell',
  scopes: ['counter'],
  params: z.object({ showtimeId: PathId }),
  headers: createBooking.headers,
  body: CounterSale,
  response: z.object({
    success: z.literal(true),
    booking: StaffBooking,
    passes: z.array(StaffPass),
  }),
})
