import * as z from 'zod/mini'
import { Instant, PathId } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'

/** Whose bookings a cancelled show refunds. `admitted`: only those of which people were let in. */
export const RefundFor = z.enum(['all', 'admitted'])
export type RefundFor = z.infer<typeof RefundFor>

/** `money`: as it was paid. `voucher`: as a voucher, except for what a voucher has paid. */
export const RefundAs = z.enum(['money', 'voucher'])
export type RefundAs = z.infer<typeof RefundAs>

const RefundTerms = z.object({
  /** `admitted` is for a show that has started. */
  refundFor: z._default(RefundFor, 'all'),
  refundAs: z._default(RefundAs, 'money'),
})

const RefundTotals = z.object({
  bookings: z.int(),
  /** Seats are people. */
  seats: z.int(),
  /** Parking slots are vehicles. */
  slots: z.int(),
  /** Rupees. Complimentary bookings have paid nothing. */
  refund: z.int(),
  /** Rupees of the refund by the way in which it goes back. The counter pays out cash and card. */
  methods: z.object({ online: z.int(), cash: z.int(), card: z.int(), voucher: z.int() }),
  /** Bookings with an email. The others must be told in another way. */
  mails: z.int(),
})
export type RefundTotals = z.infer<typeof RefundTotals>

/** A booking that staff must see to. */
export const FollowUp = z.object({
  reference: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Without an email, staff must tell the visitor. */
  hasEmail: z.boolean(),
  /** Rupees that the counter gives back in cash. */
  cash: z.int(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** What cancelling a show would do, or has done. */
export const ShowCancellation = z.object({
  /** Null: the show is not cancelled. Unfinished: the server is refunding the bookings. */
  cancelled: z.nullable(
    z.object({
      at: Instant,
      reason: z.string(),
      refundFor: RefundFor,
      refundAs: RefundAs,
      isFinished: z.boolean(),
    }),
  ),
  /** The show has started. */
  isRunning: z.boolean(),
  toRefund: RefundTotals,
  refunded: RefundTotals,
  /** The bookings, refunded or not yet, that have no email or get cash. */
  followUps: z.array(FollowUp),
  /** People who were let in. */
  admitted: z.int(),
  /** Vehicles that the valet has. */
  parked: z.int(),
  /** Visitors who hold places. Their holds end. */
  holders: z.int(),
})
export type ShowCancellation = z.infer<typeof ShowCancellation>

const ofShow = { params: z.object({ showtimeId: PathId }) }

/** Managers only. CLOSED for a show that is over. */
export const previewShowCancellation = officeEndpoint({
  method: 'GET',
  path: '/api/office/shows/:showtimeId/cancellation',
  scopes: MANAGERS_ONLY,
  ...ofShow,
  querystring: RefundTerms,
  response: ShowCancellation,
})

/** Managers only. Repeating it continues a cancellation that was interrupted, on its first terms. CLOSED for a show that is over. */
export const cancelShow = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/cancel',
  scopes: MANAGERS_ONLY,
  ...ofShow,
  body: z.object({
    /** Visitors read it in their mails and on the site. */
    reason: Reason,
    ...RefundTerms.shape,
  }),
  response: z.object({ success: z.literal(true), cancellation: ShowCancellation }),
})
