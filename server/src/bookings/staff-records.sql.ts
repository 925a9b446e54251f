import { sql } from 'kysely'
import { inputRows } from '../database/dialect.ts'
import type { BlockRow, BookingContactRow, Db } from '../database/schema.ts'

export const insertContacts = (db: Db, contacts: BookingContactRow[]) =>
  sql`
    insert into booking_contacts (booking_id, name, email)
    select booking_id, name, email
      from ${inputRows(db, { booking_id: 'text', name: 'text', email: 'text' }, contacts)}`.execute(
    db,
  )

export const insertBlocks = (db: Db, blocks: Omit<BlockRow, 'released_at'>[]) =>
  sql`
    insert into blocks (booking_id, reason, release_at)
    select booking_id, reason, release_at
      from ${inputRows(
        db,
        { booking_id: 'text', reason: 'text', release_at: 'bigint' },
        blocks,
      )}`.execute(db)
