import type { DayClose, DeviceCash } from '@marquee/contract/office/reports/day-close'
import { formatInstant } from '@marquee/contract/time'
import { COMMAND_LINE_ID, deviceOf, recordAction } from '../audit/audit.service.ts'
import { businessDayAt } from '../catalogue/schedule/calendar.ts'
import type { Context } from '../context.ts'
import { lockLedger } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { closed, invalid } from '../errors.ts'
import { currentDay, loadBusinessDay } from './business-days.ts'
import * as statements from './day-close.sql.ts'
import { loadStaffNames } from './report-names.ts'

/** The cash that was counted at a device. Rupees. */
interface CountedCash {
  device: string
  cash: number
}

/** The cash of a device, as a closed day keeps it. Rupees. */
interface Cash {
  device: string
  float: number
  sales: number
  payouts: number
  /** What was counted at the sign-offs of its shifts. Null if one is open, and if cash was taken or paid out outside of them. */
  signedOff: number | null
  /** Null: it was not counted. */
  counted: number | null
}

/** The cash of a business day: what is expected, or as it was closed. Without a date: of the day that goes on. */
export async function getDayClose(ctx: Context, date?: string): Promise<DayClose> {
  const day = await loadBusinessDay(ctx, date ?? (await currentDay(ctx)))
  const [row] = (await statements.selectBusinessDay(ctx.reader, day.day)).rows
  const isClosed = row !== undefined && row.closed_at !== null
  const cash = isClosed
    ? (JSON.parse(row.cash ?? '[]') as Cash[])
    : await readCash(ctx.reader, day, [])
  const ids = [...cash.map(({ device }) => device), ...(row?.device_id ? [row.device_id] : [])]
  const names = await loadStaffNames(ctx, ids)
  return {
    date: day.day,
    startsAt: formatInstant(day.from),
    endsAt: formatInstant(day.to),
    closed: isClosed
      ? {
          at: formatInstant(row.closed_at ?? 0),
          device: deviceOf(row.device_id, names.get(row.device_id ?? '') ?? null),
          note: row.note,
        }
      : null,
    devices: cash.map((one) => cashView(one, names.get(one.device) ?? '')),
  }
}

/** Of the devices that have taken or paid out cash in a period, and of those that have counted some. */
async function readCash(
  db: Db,
  period: statements.Period,
  counts: readonly CountedCash[],
): Promise<Cash[]> {
  const { rows } = await statements.selectExpectedCash(db, period)
  const expected = new Map(rows.map((row) => [row.device_id, amountsOf(row)]))
  const counted = new Map(counts.map(({ device, cash }) => [device, cash]))
  return [...new Set([...expected.keys(), ...counted.keys()])].map((device) => ({
    device,
    ...(expected.get(device) ?? NOTHING),
    counted: counted.get(device) ?? null,
  }))
}

const NOTHING = { float: 0, sales: 0, payouts: 0, signedOff: null }

const amountsOf = ({
  float,
  sales,
  payouts,
  signed_off: signedOff,
}: statements.ExpectedCashRow) => ({
  float,
  sales,
  payouts,
  signedOff,
})

const expectedOf = ({ float, sales, payouts }: Cash) => float + sales - payouts

function cashView({ device, ...cash }: Cash, name: string): DeviceCash {
  const expected = expectedOf({ device, ...cash })
  return {
    device: { _id: device, name },
    ...cash,
    expected,
    difference: cash.counted === null ? null : cash.counted - expected,
  }
}

interface DayCount {
  date: string
  counts: readonly CountedCash[]
  note?: string | undefined
  deviceId: string
}

/**
 * Closes a business day for good. One that goes on ends at this moment: what is paid from then on counts for the next day. Throws INVALID, also if a device
 * with cash was not counted, and CLOSED for a day that is closed.
 */
export async function closeDay(ctx: Context, { date, counts, note, deviceId }: DayCount) {
  if (date > businessDayAt(ctx.now(), ctx.config).date)
    throw invalid('This day is still to come. Please choose an earlier one.')
  await assertDevices(ctx, counts)
  const day = await loadBusinessDay(ctx, date)
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await lockLedger(tx)
    const [clock] = (await statements.selectNow(tx)).rows
    const endsAt = Math.min(day.to, clock?.now ?? ctx.now())
    const cash = await readCash(tx, { ...day, to: endsAt }, counts)
    const uncounted = cash.filter(({ counted }) => counted === null)
    const { rows } = await statements.closeBusinessDay(tx, {
      day: date,
      endsAt,
      deviceId,
      cash: JSON.stringify(cash),
      note: note || null,
    })
    if (rows.length === 0) throw closed('This day is closed already, and does not change any more.')
    if (uncounted.length > 0) throw await missingCounts(tx, uncounted)
    await recordAction(tx, {
      deviceId,
      action: 'day.close',
      subjectType: 'day',
      subject: date,
      after: Object.fromEntries(
        (['expected', 'counted'] as const).map((name) => [name, sumOf(cash, name)]),
      ),
      reason: note || undefined,
    })
  })
  return getDayClose(ctx, date)
}

async function missingCounts(reader: Db, uncounted: readonly Cash[]) {
  const names = await loadStaffNames(
    { reader },
    uncounted.map(({ device }) => device),
  )
  const listed = uncounted.map(({ device }) => names.get(device) ?? device).join(', ')
  return invalid(`Please count the cash of every device. Not counted: ${listed}.`)
}

/** Each device is counted once, and is or was paired. Throws INVALID. */
async function assertDevices({ reader }: Context, counts: DayCount['counts']) {
  const ids = new Set(counts.map(({ device }) => device))
  if (ids.size < counts.length) throw invalid('A device is counted twice.')
  const { rows } = await statements.selectDevices(reader, [...ids])
  const known = new Set([COMMAND_LINE_ID, ...rows.map(({ id }) => id)])
  if ([...ids].some((id) => !known.has(id))) throw invalid('There is no such device.')
}

const sumOf = (cash: readonly Cash[], name: 'expected' | 'counted') =>
  cash.reduce((sum, one) => sum + (name === 'expected' ? expectedOf(one) : (one.counted ?? 0)), 0)
