import { sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { Db, UserRow } from '../database/schema.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

type Identity = Pick<VerifiedIdentity, 'issuer' | 'subject'>

export const userOfIdentity = (db: Db, { issuer, subject }: Identity) =>
  db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Takes the account as it stands until the transaction ends. The account alone: whoever deletes it starts there too. */
export const lockUserRow = (db: Db, id: string) =>
  sql<UserRow>`select * from users where id = ${id} ${lockRows(db, 'users')}`.execute(db)

/** The key decides: an identity that leads to an account already goes on leading there. */
export const insertIdentity = (db: Db, { issuer, subject }: Identity, userId: string) =>
  sql`
    insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do nothing`.execute(db)

export const givePicture = (db: Db, userId: string, picture: string | null) =>
  db
    .updateTable('users')
    .set({ picture })
    .where('id', '=', userId)
    .where('picture', 'is', null)
    .execute()

/** The statement is the race: of all who bring the same nonce, one gets a row. `kept` in milliseconds. */
export const spendNonce = (db: Db, hash: string, kept: number) =>
  sql<{ hash: string }>`
    insert into spent_nonces (hash, forget_at) values (${hash}, ${clock} + ${kept})
    on conflict (hash) do nothing
    returning hash`.execute(db)

export const forgetNonces = (db: Db) =>
  sql`
    delete from spent_nonces
     where hash in (
       select hash from spent_nonces where forget_at <= ${clock} ${skipLocked(db, 'spent_nonces')})`.execute(
    db,
  )
