import { sql } from 'kysely'
import { clock } from '../dialect.ts'
import { skipLocked } from '../locks.ts'
import type { Db } from '../schema.ts'
import { type Database, inTransaction } from '../transaction.ts'

// Values that can be used once: the nonces of ID tokens, and proofs of work. Only their hashes are stored.

/** Uses up a value for `keepMs` milliseconds. Returns true for the first use only, even when several requests use the value at once. */
export const spendNonce = (db: Database, hash: string, keepMs: number) =>
  inTransaction(db, { durable: false }, async (tx) => {
    await deleteExpiredNonces(tx)
    const { rows } = await insertNonce(tx, hash, keepMs)
    return rows.length > 0
  })

const insertNonce = (db: Db, hash: string, keepMs: number) =>
  sql<{ hash: string }>`
    insert into used_nonces (hash, expires_at) values (${hash}, ${clock} + ${keepMs})
    on conflict (hash) do nothing
    returning hash`.execute(db)

const deleteExpiredNonces = (db: Db) =>
  sql`
    delete from used_nonces
     where hash in (
       select hash from used_nonces where expires_at <= ${clock} ${skipLocked(db, 'used_nonces')})`.execute(
    db,
  )
