import * as z from 'zod/mini'
import { Id, Instant, NamedId } from '#src/calls/ids.ts'
import { singleLine } from '#src/text/one-line.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { asCsv } from '../reports/csv-call.ts'

const MAX_CASH = 10_000_000
const INVALID_CASH = 'Please enter an amount in whole rupees.'
const Cash = z
  .int(INVALID_CASH)
  .check(z.minimum(0, INVALID_CASH), z.maximum(MAX_CASH, INVALID_CASH))

const LONG_NOTE = 'Please enter a note of at most 200 characters.'

/** The time in which a device takes cash into one drawer. Amounts are rupees. */
export const Shift = z.object({
  _id: Id,
  device: NamedId,
  openedBy: z.nullable(NamedId),
  openedAt: Instant,
  /** In the drawer at the beginning. */
  openingFloat: z.int(),
  /** Taken in cash. */
  sales: z.int(),
  /** Refunds that were paid out in cash. */
  payouts: z.int(),
  /** What should be in the drawer. */
  expected: z.int(),
  /** Null: the shift is open. */
  signOff: z.nullable(
    z.object({
      at: Instant,
      by: z.nullable(NamedId),
      counted: z.int(),
      /** Counted less expected: negative if cash is missing. */
      difference: z.int(),
      note: z.nullable(z.string()),
    }),
  ),
})
export type Shift = z.infer<typeof Shift>

/** The open shift of this device, and its last ones. */
export const listOwnShifts = officeEndpoint({
  method: 'GET',
  path: '/api/office/shift',
  scopes: ['counter'],
  response: z.object({ open: z.nullable(Shift), signedOff: z.array(Shift) }),
})

/** CLOSED if the device has an open shift. */
export const openShift = officeEndpoint({
  method: 'POST',
  path: '/api/office/shift/open',
  scopes: ['counter'],
  body: z.object({ openingFloat: Cash }),
  response: Shift,
})

/** Signs off the open shift. It does not change any more. CLOSED if none is open, or if it is another one. */
export const signOffShift = officeEndpoint({
  method: 'POST',
  path: '/api/office/shift/sign-off',
  scopes: ['counter'],
  body: z.object({
    shiftId: Id,
    counted: Cash,
    note: z.optional(z.string().check(z.trim(), z.maxLength(200, LONG_NOTE), singleLine('reason'))),
  }),
  response: Shift,
})

/** The shifts of all devices, the last opened first. At most a hundred. Managers only. */
export const listShifts = officeEndpoint({
  method: 'GET',
  path: '/api/office/shifts',
  scopes: MANAGERS_ONLY,
  response: z.object({ shifts: z.array(Shift) }),
})

export const listShiftsCsv = asCsv(listShifts)
