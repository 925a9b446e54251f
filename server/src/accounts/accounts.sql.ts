import { sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import { lockForRemoval, lockRows } from '../database/locks.ts'
import type { Db, UserRow } from '../database/schema.ts'

export const insertUser = (db: Db, user: UserRow) => db.insertInto('users').values(user).execute()

export const userByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const userById = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Updates the user only if the password hash is still the one of `before`. */
export const updateUser = (db: Db, before: UserRow, changes: Partial<UserRow>) =>
  db
    .updateTable('users')
    // An update needs at least one column.
    .set({ password_hash: before.password_hash, ...changes })
    .where('id', '=', before.id)
    .where(sql<boolean>`password_hash is not distinct from ${before.password_hash}`)
    .returningAll()
    .executeTakeFirst()

/** Locks the row of a user. Call it before other statements on the account: its deletion locks the row first too, so the two do not deadlock. */
export const lockUser = (db: Db, id: string) =>
  sql<UserRow>`select * from users where id = ${id} ${lockRows(db, 'users')}`.execute(db)

export const confirmEmail = (db: Db, id: string) =>
  sql`
    update users set email_confirmed_at = ${clock}
     where id = ${id} and email_confirmed_at is null`.execute(db)

export const setPhoneVerified = (db: Db, userId: string) =>
  db
    .updateTable('users')
    .set({ phone_verified: 1 })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const setPicture = (db: Db, userId: string, picture: string) =>
  db
    .updateTable('users')
    .set({ picture })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const setPassword = (db: Db, id: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Every account has an email. This one receives no mail. */
const RELEASED_DOMAIN = '@released.invalid'
export const isReleasedEmail = (email: string) => email.endsWith(RELEASED_DOMAIN)
/** Random, so that the email cannot be registered in advance. */
const released = () => crypto.randomUUID() + RELEASED_DOMAIN

export const releaseEmail = (db: Db, id: string) =>
  sql`update users set email = ${released()} where id = ${id}`.execute(db)

/** Returns no row if the account has confirmed the email or has another email now. */
export const releaseUnconfirmedEmail = (db: Db, id: string, email: string) =>
  sql<{ id: string }>`
    update users set email = ${released()}
     where id = ${id} and email = ${email} and email_confirmed_at is null
    returning id`.execute(db)

/** Waits for bookings in progress and holds back new ones, so that the statements after it see all bookings of the user. */
export const lockUserForRemoval = (db: Db, id: string) =>
  sql`select id from users where id = ${id} ${lockForRemoval(db)}`.execute(db)

export const clearVehicleNumbersOfUser = (db: Db, userId: string) =>
  sql`
    update booking_places set vehicle_number = null
     where booking_id in (select id from bookings where user_id = ${userId})`.execute(db)

/** The addresses that staff has corrected. */
export const clearContactEmails = (db: Db, userId: string) =>
  sql`
    update bookings set contact_email = null
     where user_id = ${userId} and contact_email is not null`.execute(db)

/** Clears the request hash too, because a phone number could be guessed from it. */
export const anonymizeBookings = (db: Db, userId: string) =>
  db
    .updateTable('bookings')
    .set({
      user_id: null,
      phone: null,
      contact_name: null,
      contact_email: null,
      idempotency_key: null,
      request_hash: '',
    })
    .where('user_id', '=', userId)
    .execute()

export const anonymizeClaims = (db: Db, userId: string) =>
  db.updateTable('claims').set({ account: null }).where('account', '=', userId).execute()

/** Runs before the sessions are deleted: a renewal locks the token first and then its session, and the order must be the same. */
export const deleteTokensOfUser = (db: Db, userId: string) =>
  sql`
    delete from refresh_tokens
     where session_id in (select id from sessions where user_id = ${userId})`.execute(db)

export const deleteEnquiriesOfEmail = (db: Db, email: string) =>
  sql<{ id: string }>`delete from enquiries where lower(email) = ${email} returning id`.execute(db)

export const deleteUser = (db: Db, id: string) =>
  db.deleteFrom('users').where('id', '=', id).execute()
