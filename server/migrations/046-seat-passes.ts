import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'
import { createSeatPassTriggers } from '../src/database/seat-passes.ts'

export const additive = true

/**
 * The numbers of the seat passes. Seats of bookings that exist keep the number that their pass has: its position in the order of the seat numbers (row A to Z,
 * then AA). The triggers come first: on PostgreSQL they lock the places of bookings until the commit, so that none is left out.
 */
export async function up(db: Kysely<Schema>) {
  await sql`create table seat_passes (
    booking_id text not null,
    number integer not null check (number > 0),
    place_id text not null,
    void_at bigint,
    primary key (booking_id, number)
  )`.execute(db)
  await createSeatPassTriggers(db)
  await sql`
    insert into seat_passes (booking_id, number, place_id)
    select booking_id,
           row_number() over (
             partition by booking_id
             order by length(letters), letters, length(label), label, place_id),
           place_id
      from (select booking_id, place_id, label, position, rtrim(label, '0123456789') as letters
              from booking_places join places on places.id = place_id where kind = 'seat') as seats`.execute(
    db,
  )
}
