import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { SlotType } from '../parking.ts'
import { Email } from '../text/email.ts'
import { AuditAction } from './audit.ts'
import { Voucher } from './counter/vouchers.ts'
import { officeEndpoint } from './office-endpoint.ts'
import { Channel } from './shows/shows.ts'

/** `online`: the payment page of the site, which takes no money. Complimentary bookings count nothing in the takings. */
export const PaymentMethod = z.enum(['online', 'cash', 'card', 'complimentary', 'voucher'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** A pass to show or print. */
export const StaffPass = z.object({
  /** 0 admits the whole party. */
  number: z.int(),
  /** `Admit 3`, else the seat. */
  label: z.string(),
  token: z.string(),
})
export type StaffPass = z.infer<typeof StaffPass>

/** A row of the search. */
export const FoundBooking = z.object({
  _id: Id,
  reference: z.string(),
  channel: Channel,
  movie: z.string(),
  screen: z.string(),
  startTime: Instant,
  /** Seats and slots by name (`place-names.ts`). */
  places: z.array(z.string()),
  name: z.nullable(z.string()),
  payment: PaymentMethod,
  /** Rupees that were paid and not refunded. The full price if the tickets are complimentary. */
  totalCost: z.int(),
  createdAt: Instant,
})
export type FoundBooking = z.infer<typeof FoundBooking>

export const MAX_FOUND_BOOKINGS = 50

/**
 * Finds bookings by reference (or its beginning), phone number, email, vehicle number, or seat (`H7`: at the shows of today), and those of shows since a
 * week ago by name (the beginning of each word) and by part of a phone or vehicle number (four characters or more). A date at the end (`H7 27 Nov`)
 * limits all of them to the shows of that day. The latest shows first, at most 50.
 */
export const searchBookings = officeEndpoint({
  method: 'GET',
  path: '/api/office/bookings',
  scopes: ['counter'],
  querystring: z.object({
    q: z
      .string('Please enter a reference, name, phone number, email, vehicle number or seat.')
      .check(z.trim(), z.minLength(1), z.maxLength(254)),
  }),
  response: z.object({ bookings: z.array(FoundBooking) }),
})

/** One entry in the history of a booking, oldest first. */
export const HistoryEntry = z.object({
  at: Instant,
  /**
   * `booking.create` for a booking of the site; `mail.sent`, `mail.failed` for a mail that is tried again, and `mail.refused` for one that is not; else an action of
   * the audit.
   */
  action: z.union([
    AuditAction,
    z.enum(['booking.create', 'mail.sent', 'mail.failed', 'mail.refused']),
  ]),
  device: z.nullable(NamedId),
  /** Who was at the device. The name is empty if it was deleted. */
  person: z.optional(NamedId),
  /** People, for an admission. Negative when it was undone. */
  count: z.optional(z.int()),
  /** Of a refused mail: what the mail server answered. */
  reason: z.nullable(z.string()),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const StaffBooking = z.object({
  _id: Id,
  reference: z.string(),
  channel: Channel,
  payment: PaymentMethod,
  /** Rupees of the first price that a voucher has paid. */
  paidByVoucher: z.int(),
  /** Why the booking is complimentary. */
  paymentReason: z.nullable(z.string()),
  movie: z.object({
    _id: Id,
    name: z.string(),
    /** The certificate: U, UA, A. */
    rating: z.string(),
  }),
  showtime: z.object({ _id: Id, startTime: Instant, endTime: Instant, screen: z.string() }),
  seats: z.array(z.object({ _id: Id, label: z.string(), category: z.string(), price: z.int() })),
  slots: z.array(
    z.object({
      _id: Id,
      label: z.string(),
      type: SlotType,
      price: z.int(),
      vehicleNumber: z.nullable(z.string()),
    }),
  ),
  /** Rupees that were paid and not refunded. The full price if the tickets are complimentary. */
  totalCost: z.int(),
  /** Rupees. */
  refunded: z.int(),
  createdAt: Instant,
  /** Who booked: the account of the site, or what the counter was told. */
  contact: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  /** The address that has refused a mail about the booking. Null if none has, or if a later mail has arrived. */
  refusedEmail: z.nullable(z.string()),
  /** People who were let in. */
  admitted: z.int(),
  admittedAt: z.nullable(Instant),
  /** The booking holds no place any more. `seats` and `slots` are those that it had. */
  cancelled: z.boolean(),
})
export type StaffBooking = z.infer<typeof StaffBooking>

const ofBooking = { params: z.object({ reference: PathId }) }

export const getBooking = officeEndpoint({
  method: 'GET',
  path: '/api/office/bookings/:reference',
  scopes: ['counter'],
  ...ofBooking,
  response: z.object({
    booking: StaffBooking,
    history: z.array(HistoryEntry),
    /** That are refunds of the booking. */
    vouchers: z.array(Voucher),
    notes: z.array(
      z.object({
        _id: Id,
        at: Instant,
        device: z.nullable(NamedId),
        text: z.string(),
      }),
    ),
  }),
})

const INVALID_NOTE = 'Please write a note of at most 1000 characters.'

export const addNote = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/notes',
  scopes: ['counter'],
  ...ofBooking,
  body: z.object({
    text: z
      .string(INVALID_NOTE)
      .check(z.trim(), z.minLength(1, INVALID_NOTE), z.maxLength(1000, INVALID_NOTE)),
  }),
  response: SuccessResponse,
})

/** Sends the confirmation with its tickets again. CLOSED if the booking has no email. */
export const resendMail = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/resend-mail',
  scopes: ['counter'],
  ...ofBooking,
  response: SuccessResponse,
})

/** Corrects the address of a booking and sends it what it has not received, or the confirmation again. The address of an account stays. */
export const correctEmail = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/email',
  scopes: ['counter'],
  ...ofBooking,
  body: z.object({ email: Email }),
  response: SuccessResponse,
})

/** Makes all passes of a booking void, because a shared one shall not work any longer, and returns new ones. The buyer gets them by email. */
export const replaceBookingPasses = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/replace-passes',
  scopes: ['counter'],
  ...ofBooking,
  response: z.object({ passes: z.array(StaffPass) }),
})

/** The passes of a booking, to show or print again. */
export const reprintPasses = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/reprint',
  scopes: ['counter'],
  ...ofBooking,
  response: z.object({ passes: z.array(StaffPass) }),
})
