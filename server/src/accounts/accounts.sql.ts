import { sql } from 'kysely'
import { lockForRemoval } from '../database/locks.ts'
import type { Db, UserRow } from '../database/schema.ts'

export const insertUser = (db: Db, user: UserRow) => db.insertInto('users').values(user).execute()

export const userByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const userById = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes the account only if its password is still the one the change was allowed for. */
export const changeUser = (db: Db, before: UserRow, changes: Partial<UserRow>) =>
  db
    .updateTable('users')
    // Something has to be set, and the password is what the condition has found there.
    .set({ password_hash: before.password_hash, ...changes })
    .where('id', '=', before.id)
    .where(sql<boolean>`password_hash is not distinct from ${before.password_hash}`)
    .returningAll()
    .executeTakeFirst()

/** Waits for the bookings under way and lets no further one begin: what comes next sees all there are. */
export const lockUser = (db: Db, id: string) =>
  sql`select id from users where id = ${id} ${lockForRemoval(db)}`.execute(db)

export const forgetVehicles = (db: Db, userId: string) =>
  sql`
    update booking_places set vehicle_number = null
     where booking_id in (select id from bookings where user_id = ${userId})`.execute(db)

/** The fingerprint of an order goes too: a phone number could be guessed from it. */
export const forgetBuyer = (db: Db, userId: string) =>
  db
    .updateTable('bookings')
    .set({ user_id: null, phone: null, idempotency_key: null, request_hash: '' })
    .where('user_id', '=', userId)
    .execute()

/** Before the sessions they belong to, in the order of a renewal: it takes the token first and then its session. */
export const forgetTokensOf = (db: Db, userId: string) =>
  sql`
    delete from refresh_tokens
     where session_id in (select id from sessions where user_id = ${userId})`.execute(db)

export const removeUser = (db: Db, id: string) =>
  db.deleteFrom('users').where('id', '=', id).execute()
