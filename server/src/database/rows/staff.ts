import { sql } from 'kysely'
import { isSqlite } from '../engine.ts'
import type { Db } from '../schema.ts'

/** The person who works at the device of an input row. Null without a device, and if no person has entered a PIN there. */
export const personAtDevice = sql<string | null>`(
  select devices.person_id from devices where devices.id = wanted.device_id)`

/** The open shift of the device of an input row, null for none. Its sign-off waits for the transaction, and counts what it writes. */
export const openShiftOfDevice = (db: Db) => sql<string | null>`(
  select shifts.id from shifts where shifts.device_id = wanted.device_id and shifts.signed_off_at is null ${isSqlite(db) ? sql`` : sql`for share of shifts`})`
