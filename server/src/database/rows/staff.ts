import { sql } from 'kysely'

/** The person who works at the device of an input row. Null without a device, and if nobody has entered a PIN there. */
export const personAtDevice = sql<string | null>`(
  select devices.person_id from devices where devices.id = wanted.device_id)`
