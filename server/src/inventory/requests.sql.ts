import { sql } from 'kysely'
import type { Db, UserRow } from '../database/schema.ts'

export const selectConfirmedEmail = (db: Db, userId: string) =>
  sql<Pick<UserRow, 'email'>>`
    select email from users where id = ${userId} and email_confirmed_at is not null`.execute(db)
