import * as z from 'zod/mini'
import { VoucherCode } from '#src/bookings/voucher-code.ts'
import { Id, Instant } from '#src/calls/ids.ts'
import { Email } from '#src/text/email.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'
import { asCsv } from '../reports/csv-call.ts'

const MAX_AMOUNT = 100_000
const INVALID_AMOUNT = 'Please enter an amount from ₹1 to ₹1,00,000.'

export const Voucher = z.object({
  _id: Id,
  /** Without dashes. */
  code: z.string(),
  /** Rupees that it was issued for. */
  amount: z.int(),
  /** Rupees that are left. */
  balance: z.int(),
  validUntil: Instant,
  createdAt: Instant,
  reason: z.string(),
  /** The booking whose refund it is. Null: it was issued by hand. */
  reference: z.nullable(z.string()),
})
export type Voucher = z.infer<typeof Voucher>

/** The vouchers that were issued last, at most a hundred, and what the cinema owes for all of them. Managers only. */
export const listVouchers = officeEndpoint({
  method: 'GET',
  path: '/api/office/vouchers',
  scopes: MANAGERS_ONLY,
  response: z.object({
    vouchers: z.array(Voucher),
    /** All vouchers that can still be used, and the rupees that are left on them: without those that are used or out of date. */
    usable: z.object({ count: z.int(), balance: z.int() }),
  }),
})

export const listVouchersCsv = asCsv(listVouchers)

/** Issues a voucher by hand. Managers only. */
export const issueVoucher = officeEndpoint({
  method: 'POST',
  path: '/api/office/vouchers',
  scopes: MANAGERS_ONLY,
  body: z.object({
    /** Rupees. */
    amount: z
      .int(INVALID_AMOUNT)
      .check(z.minimum(1, INVALID_AMOUNT), z.maximum(MAX_AMOUNT, INVALID_AMOUNT)),
    reason: Reason,
    /** Gets the code by mail. */
    email: z.optional(Email),
  }),
  response: Voucher,
})

/** Reads a voucher that a buyer brings, whether it can be used or not. NOT_FOUND for an unknown code. */
export const findVoucher = officeEndpoint({
  method: 'POST',
  path: '/api/office/vouchers/find',
  scopes: ['counter'],
  body: z.object({ code: VoucherCode }),
  response: Voucher,
})
