import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import { lockRows } from '#src/database/locks.ts'
import type { Db, PersonRow } from '#src/database/schema.ts'

/** The people who can enter a PIN, by name. */
export const selectPeople = (db: Db) =>
  sql<PersonRow>`select * from people where retired_at is null order by lower(name), id`.execute(db)

/** Locks all of them: so that two changes do not take away the last manager. */
export const lockPeople = (db: Db) =>
  sql<PersonRow>`
    select * from people where retired_at is null order by id ${lockRows(db, 'people')}`.execute(db)

type NewPerson = Pick<PersonRow, 'id' | 'name' | 'scopes' | 'pin_hash'>

export const insertPerson = (db: Db, { id, name, scopes, pin_hash }: NewPerson) =>
  sql<PersonRow>`
    insert into people (id, name, scopes, pin_hash, created_at)
    values (${id}, ${name}, ${scopes}, ${pin_hash}, ${clock}) returning *`.execute(db)

export const updatePerson = (db: Db, { id, name, scopes, pin_hash }: NewPerson) =>
  sql<PersonRow>`
    update people set name = ${name}, scopes = ${scopes}, pin_hash = ${pin_hash}
     where id = ${id} returning *`.execute(db)

/** Also makes the devices forget the person. */
export async function retirePerson(db: Db, id: string) {
  await sql`update devices set person_id = null where person_id = ${id}`.execute(db)
  await sql`
    update people set retired_at = coalesce(retired_at, ${clock}), pin_hash = null where id = ${id}`.execute(
    db,
  )
}

export const deletePerson = (db: Db, id: string) =>
  sql`delete from people where id = ${id}`.execute(db)

export const findPerson = (db: Db, id: string) =>
  sql<PersonRow>`select * from people where id = ${id}`.execute(db)

/** Wrong PINs that a device accepts before it waits. */
const FREE_FAILURES = 5
const FIRST_WAIT_MS = 60_000
const LATER_WAIT_MS = 15 * 60_000

/** Counts a PIN as wrong before it is verified, because guesses may run at once. Returns no row while the device waits. */
export const countAttempt = (db: Db, deviceId: string) =>
  sql<{ id: string }>`
    update devices
       set pin_failures = pin_failures + 1,
           pin_blocked_until = case
             when pin_failures + 1 < ${sql.lit(FREE_FAILURES)} then null
             when pin_failures + 1 = ${sql.lit(FREE_FAILURES)} then ${clock} + ${sql.lit(FIRST_WAIT_MS)}
             else ${clock} + ${sql.lit(LATER_WAIT_MS)} end
     where id = ${deviceId} and (pin_blocked_until is null or pin_blocked_until <= ${clock})
    returning id`.execute(db)

/** The PIN was right. */
export const setPersonAtDevice = (db: Db, deviceId: string, personId: string) =>
  sql`
    update devices
       set person_id = ${personId}, person_seen_at = ${clock}, pin_failures = 0, pin_blocked_until = null
     where id = ${deviceId}`.execute(db)

export const clearPersonAtDevice = (db: Db, deviceId: string) =>
  sql`update devices set person_id = null where id = ${deviceId}`.execute(db)
