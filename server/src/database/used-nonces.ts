import { sql } from 'kysely'
import { clock } from './dialect.ts'
import { skipLocked } from './locks.ts'
import type { Db } from './schema.ts'

// Values that can be used once: the nonces of ID tokens, and proofs of work. Only their hashes are stored.

/** Returns a row for the first use only, even when several requests use the value at once. */
export const insertUsedNonce = (db: Db, hash: string, keepMs: number) =>
  sql<{ hash: string }>`
    insert into spent_nonces (hash, forget_at) values (${hash}, ${clock} + ${keepMs})
    on conflict (hash) do nothing
    returning hash`.execute(db)

export const deleteExpiredNonces = (db: Db) =>
  sql`
    delete from spent_nonces
     where hash in (
       select hash from spent_nonces where forget_at <= ${clock} ${skipLocked(db, 'spent_nonces')})`.execute(
    db,
  )
