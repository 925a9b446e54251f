import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

/** Replaces the previous code of the user. */
export const upsertCode = (
  db: Db,
  { userId, codeHash, lifetimeMs }: { userId: string; codeHash: string; lifetimeMs: number },
) =>
  sql`
    insert into phone_codes (user_id, code_hash, expires_at, attempts)
    values (${userId}, ${codeHash}, ${clock} + ${lifetimeMs}, 0)
    on conflict (user_id) do update
       set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0`.execute(
    db,
  )

/** Counts an attempt. Returns no row if the code has expired or has no attempts left. */
export const countAttempt = (db: Db, userId: string, maxAttempts: number) =>
  sql<{ code_hash: string }>`
    update phone_codes set attempts = attempts + 1
     where user_id = ${userId} and expires_at > ${clock} and attempts < ${maxAttempts}
    returning code_hash`.execute(db)

export const deleteCode = (db: Db, userId: string) =>
  db.deleteFrom('phone_codes').where('user_id', '=', userId).execute()
