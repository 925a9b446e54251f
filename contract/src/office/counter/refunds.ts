import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Voucher } from './vouchers.ts'

/** How the counter pays out a refund. `card`: at the terminal, before it is recorded here. */
export const PayoutMethod = z.enum(['cash', 'card', 'voucher'])
export type PayoutMethod = z.infer<typeof PayoutMethod>

/** A refund in cash or by card. The counter owes it until it is paid out. */
export const CounterRefund = z.object({
  bookingId: Id,
  reference: z.string(),
  /** The number of the refund in the ledger of the booking. */
  number: z.int(),
  /** Rupees. */
  amount: z.int(),
  /** How the buyer has paid. */
  method: z.enum(['cash', 'card']),
  at: Instant,
  reason: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  movie: z.string(),
  startTime: Instant,
  /** Null: it is owed. */
  payout: z.nullable(
    z.object({
      at: Instant,
      method: PayoutMethod,
      device: z.nullable(NamedId),
      /** The name is empty if it was deleted. */
      person: z.nullable(NamedId),
    }),
  ),
})
export type CounterRefund = z.infer<typeof CounterRefund>

/** A list has at most this many refunds: the oldest that are owed, or the last that were paid out. */
export const MAX_COUNTER_REFUNDS = 200

export const listRefunds = officeEndpoint({
  method: 'GET',
  path: '/api/office/refunds',
  scopes: ['counter'],
  querystring: z.object({
    state: z._default(z.enum(['owed', 'paid']), 'owed'),
    /** Only those of a booking. */
    reference: z.optional(z.string().check(z.maxLength(40))),
  }),
  response: z.object({
    refunds: z.array(CounterRefund),
    /** All that are owed, also those that the list leaves out. Rupees, by how the buyers have paid. */
    owed: z.object({ count: z.int(), cash: z.int(), card: z.int() }),
  }),
})

/**
 * Records that a refund was handed to the buyer, once. CLOSED with who and when if it was paid out before. `voucher`: issues one, which the answer
 * has.
 */
export const payRefund = officeEndpoint({
  method: 'POST',
  path: '/api/office/refunds/:bookingId/:number/pay',
  scopes: ['counter'],
  params: z.object({ bookingId: PathId, number: PathId }),
  body: z.object({ method: PayoutMethod }),
  response: z.object({ success: z.literal(true), voucher: z.nullable(Voucher) }),
})
