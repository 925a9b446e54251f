import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db, EmailTokenRow, UserRow } from '#src/database/schema.ts'

export const insertToken = (
  db: Db,
  { hash, purpose, user_id, email }: Omit<EmailTokenRow, 'expires_at'>,
  lifetimeMs: number,
) =>
  sql`
    insert into email_tokens (hash, purpose, user_id, email, expires_at)
    values (${hash}, ${purpose}, ${user_id}, ${email}, ${clock} + ${lifetimeMs})`.execute(db)

type TokenOwner = Pick<EmailTokenRow, 'user_id'> &
  Pick<UserRow, 'username' | 'email' | 'email_confirmed_at'>

export const findUserOfToken = (db: Db, hash: string, purpose: EmailTokenRow['purpose']) =>
  sql<TokenOwner>`
    select user_id, username, users.email, email_confirmed_at
      from email_tokens join users on users.id = user_id and users.email = email_tokens.email
     where hash = ${hash} and purpose = ${purpose} and expires_at > ${clock}`.execute(db)

/** Returns a row for the first use only, even when several requests use the token at once. */
export const takeToken = (db: Db, hash: string, purpose: EmailTokenRow['purpose']) =>
  sql<Pick<EmailTokenRow, 'user_id' | 'email'>>`
    delete from email_tokens
     where hash = ${hash} and purpose = ${purpose} and expires_at > ${clock}
    returning user_id, email`.execute(db)

export const deleteEmailTokensOfUser = (db: Db, userId: string) =>
  sql`delete from email_tokens where user_id = ${userId}`.execute(db)
