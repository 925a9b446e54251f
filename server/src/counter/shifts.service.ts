import type { Shift } from '@marquee/contract/office/counter/shifts'
import { formatInstant } from '@marquee/contract/time'
import { deviceWithName, recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../database/error-kinds.ts'
import { newId } from '../database/rows/new-id.ts'
import { inTransaction } from '../database/transaction.ts'
import { closed } from '../errors.ts'
import * as statements from './shifts.sql.ts'

const MAX_LISTED = 100
const MAX_LISTED_OF_DEVICE = 10

const ALREADY_OPEN = 'A shift is open at this device. Sign it off first.'
const NOT_OPEN = 'This shift is not open any more. Please load the page again.'

/** The shifts of all devices, the last opened first. */
export async function listShifts({ reader }: Context) {
  return (await statements.selectShifts(reader, MAX_LISTED)).rows.map(shiftView)
}

/** The open shift of a device, and its last ones. */
export async function listShiftsOfDevice({ reader }: Context, deviceId: string) {
  const { rows } = await statements.selectShiftsOfDevice(reader, deviceId, MAX_LISTED_OF_DEVICE)
  const shifts = rows.map(shiftView)
  return {
    open: shifts.find((shift) => shift.signOff === null) ?? null,
    signedOff: shifts.filter((shift) => shift.signOff !== null),
  }
}

/** Begins a shift with this much cash in the drawer, in rupees. Throws CLOSED if the device has an open one. */
export async function openShift(
  ctx: Context,
  { deviceId, openingFloat }: { deviceId: string; openingFloat: number },
): Promise<Shift> {
  const id = newId()
  try {
    await inTransaction(ctx.db, { durable: true }, async (tx) => {
      await statements.insertShift(tx, id, deviceId, openingFloat)
      await recordAction(tx, {
        deviceId,
        action: 'shift.open',
        subjectType: 'shift',
        subject: id,
        after: { openingFloat },
      })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw closed(ALREADY_OPEN)
    throw error
  }
  return readShift(ctx, id)
}

interface SignOff {
  deviceId: string
  shiftId: string
  /** Rupees in the drawer. */
  counted: number
  note?: string | undefined
}

/**
 * Signs off the open shift of a device. It has all sales and payouts that were committed before, and no later one. Throws CLOSED if it is not
 * open.
 */
export async function signOffShift(
  ctx: Context,
  { deviceId, shiftId, counted, note }: SignOff,
): Promise<Shift> {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const [open] = (await statements.lockOpenShift(tx, deviceId)).rows
    if (open?.id !== shiftId) throw closed(NOT_OPEN)
    await statements.signOffShift(tx, { id: shiftId, deviceId, counted, note: note || null })
    await recordAction(tx, {
      deviceId,
      action: 'shift.sign-off',
      subjectType: 'shift',
      subject: shiftId,
      after: { counted },
      reason: note || undefined,
    })
  })
  return readShift(ctx, shiftId)
}

async function readShift({ reader }: Context, id: string) {
  const [row] = (await statements.selectShift(reader, id)).rows
  return shiftView(row as statements.ShiftDetailsRow)
}

const personOf = (id: string | null, name: string | null) =>
  id === null ? null : { _id: id, name: name ?? '' }

function shiftView(row: statements.ShiftDetailsRow): Shift {
  const { sales, payouts } = row
  const expected = row.opening_float + sales - payouts
  const counted = row.counted ?? 0
  return {
    _id: row.id,
    device: deviceWithName(row.device_id, row.device_name),
    openedBy: personOf(row.person_id, row.opened_by_name),
    openedAt: formatInstant(row.opened_at),
    openingFloat: row.opening_float,
    sales,
    payouts,
    expected,
    signOff:
      row.signed_off_at === null
        ? null
        : {
            at: formatInstant(row.signed_off_at),
            by: personOf(row.signed_off_by, row.signed_off_by_name),
            counted,
            difference: counted - expected,
            note: row.note,
          },
  }
}
