import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Instant } from '../calls/ids.ts'
import { VoucherCode } from './voucher-code.ts'

/** Says what a voucher is worth. INVALID, with one text, for every voucher that cannot be used. Signed in only. */
export const checkVoucher = endpoint({
  method: 'POST',
  path: '/api/vouchers/check',
  body: z.object({ code: VoucherCode }),
  response: z.object({
    /** Rupees that are left. */
    balance: z.int(),
    validUntil: Instant,
  }),
})
