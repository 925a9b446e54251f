import { sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

type Identity = Pick<VerifiedIdentity, 'issuer' | 'subject'>

export const findIdentity = (db: Db, { issuer, subject }: Identity) =>
  db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Does nothing if the identity already belongs to an account. */
export const insertIdentity = (db: Db, { issuer, subject }: Identity, userId: string) =>
  sql`
    insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do nothing`.execute(db)

export const deleteIdentitiesOfUser = (db: Db, userId: string) =>
  db.deleteFrom('identities').where('user_id', '=', userId).execute()

/** Keeps a picture that the user has already. */
export const setMissingPicture = (db: Db, userId: string, picture: string | null) =>
  db
    .updateTable('users')
    .set({ picture })
    .where('id', '=', userId)
    .where('picture', 'is', null)
    .execute()
