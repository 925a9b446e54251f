import type { Scope } from '@marquee/contract/office/office-endpoint'
import { sql } from 'kysely'
import { bigintParameter, clock, idRows } from '#src/database/dialect.ts'
import type { Db, DevicePerson, DeviceRow } from '#src/database/schema.ts'

interface PairingCode {
  codeHash: string
  name: string | null
  scope: Scope
  deviceExpiresAt: number | null
}

/** Returns when the code expires. */
export const insertPairingCode = (db: Db, code: PairingCode, lifetimeMs: number) =>
  sql<{ valid_until: number }>`
    insert into pairing_codes (code_hash, name, scope, device_expires_at, valid_until)
    values (${code.codeHash}, ${code.name}, ${code.scope}, ${bigintParameter(code.deviceExpiresAt)}, ${clock} + ${lifetimeMs})
    returning valid_until`.execute(db)

/** Deletes the code and returns it: of several requests with one code, one gets it. Returns no row for an unknown or expired code. */
export const takePairingCode = (db: Db, codeHash: string) =>
  sql<{ name: string | null; scope: Scope; device_expires_at: number | null }>`
    delete from pairing_codes where code_hash = ${codeHash} and valid_until > ${clock}
    returning name, scope, device_expires_at`.execute(db)

export const deleteExpiredCodes = (db: Db) =>
  sql`delete from pairing_codes where valid_until <= ${clock}`.execute(db)

type NewDevice = Pick<DeviceRow, 'id' | 'name' | 'scope' | 'secret_hash' | 'expires_at'>

export const insertDevice = (db: Db, { id, name, scope, secret_hash, expires_at }: NewDevice) =>
  sql<DeviceRow>`
    insert into devices (id, name, scope, secret_hash, created_at, last_seen_at, expires_at)
    values (${id}, ${name}, ${scope}, ${secret_hash}, ${clock}, ${clock}, ${bigintParameter(expires_at)})
    returning *`.execute(db)

const isPaired = sql`revoked_at is null and (expires_at is null or expires_at > ${clock})`

export type FoundDeviceRow = DeviceRow &
  DevicePerson & {
    /** 1: there are people who can enter a PIN. */
    has_people: number
    person_name: string | null
    /** A JSON array. */
    person_scopes: string | null
  }

/** A paired device with the person who works at it. */
export const findDevice = (db: Db, secretHash: string) =>
  sql<FoundDeviceRow>`
    select devices.*, people.name as person_name, people.scopes as person_scopes,
           case when exists (select 1 from people where retired_at is null) then 1 else 0 end as has_people
      from devices left join people on people.id = devices.person_id
     where secret_hash = ${secretHash} and ${isPaired}`.execute(db)

/** The paired devices, the last seen first. */
export const selectDevices = (db: Db) =>
  sql<DeviceRow>`select * from devices where ${isPaired} order by last_seen_at desc, id`.execute(db)

/** Returns those of the devices that are not paired any more. */
export const findEndedDevices = (db: Db, ids: readonly string[]) =>
  sql<{ id: string }>`
    select wanted.id
      from ${idRows(db, ids)} left join devices on devices.id = wanted.id and ${isPaired}
     where devices.id is null`.execute(db)

export const findPairedDevice = (db: Db, id: string) =>
  sql<DeviceRow>`select * from devices where id = ${id} and ${isPaired}`.execute(db)

export const renameDevice = (db: Db, id: string, name: string) =>
  sql<DeviceRow>`
    update devices set name = ${name} where id = ${id} and ${isPaired} returning *`.execute(db)

/** Returns no row if the device is not paired. */
export const revokeDevice = (db: Db, id: string) =>
  sql<DeviceRow>`
    update devices set revoked_at = ${clock} where id = ${id} and ${isPaired} returning *`.execute(
    db,
  )

export const recordSeen = (db: Db, id: string, intervalMs: number) =>
  sql`
    update devices set last_seen_at = ${clock}, person_seen_at = ${clock}
     where id = ${id} and last_seen_at < ${clock} - ${intervalMs}`.execute(db)

/** The person has not used the device for a time. */
export const endIdlePerson = (db: Db, id: string, seenBefore: number) =>
  sql`
    update devices set person_id = null where id = ${id} and person_seen_at < ${seenBefore}`.execute(
    db,
  )
