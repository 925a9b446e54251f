import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './schema.ts'

/**
 * Creates the triggers of the pass numbers. A seat gets the next number of its booking when it comes to the booking, and its pass is void from the
 * moment at which it leaves, also when a node of an earlier version or an operator changes the booking. No number is given again.
 */
export async function createSeatPassTriggers(db: Db) {
  for (const statement of isSqlite(db) ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS)
    await sql.raw(statement).execute(db)
}

/** Copies places and passes as they are: the trigger would number the seats a second time. The transaction locks the table. */
export const disableSeatPassTrigger = (db: Db) =>
  sql`alter table booking_places disable trigger pass_of_a_seat`.execute(db)

export const enableSeatPassTrigger = (db: Db) =>
  sql`alter table booking_places enable trigger pass_of_a_seat`.execute(db)

/** Replaces a trigger that used a function of the program: an earlier version or another program could not take a seat from a booking. */
export async function replaceVoidPassTrigger(db: Db) {
  if (!isSqlite(db)) return
  await sql`drop trigger void_pass_of_a_seat`.execute(db)
  await sql.raw(SQLITE_VOID_PASS_TRIGGER).execute(db)
}

const SQLITE_VOID_PASS_TRIGGER = `
  create trigger void_pass_of_a_seat after delete on booking_places begin
    update seat_passes set void_at = cast(round(unixepoch('subsec') * 1000) as integer)
     where booking_id = old.booking_id and place_id = old.place_id and void_at is null;
  end`

const SQLITE_TRIGGERS = [
  `create trigger pass_of_a_seat after insert on booking_places
     when exists (select 1 from places where id = new.place_id and kind = 'seat') begin
     insert into seat_passes (booking_id, number, place_id)
     select new.booking_id, coalesce(max(number), 0) + 1, new.place_id
       from seat_passes where booking_id = new.booking_id;
   end`,
  SQLITE_VOID_PASS_TRIGGER,
]

const POSTGRES_TRIGGERS = [
  `create function insert_seat_passes() returns trigger language plpgsql as $$ begin
     insert into seat_passes (booking_id, number, place_id)
     select inserted.booking_id,
            row_number() over (partition by inserted.booking_id order by position)
              + (select coalesce(max(number), 0) from seat_passes where seat_passes.booking_id = inserted.booking_id),
            inserted.place_id
       from inserted join places on places.id = inserted.place_id and kind = 'seat';
     return null;
   end $$`,
  // Once for all rows of a statement: the orders of a batch are one statement.
  `create trigger pass_of_a_seat after insert on booking_places referencing new table as inserted
     for each statement execute function insert_seat_passes()`,
  `create function void_seat_passes() returns trigger language plpgsql as $$ begin
     update seat_passes set void_at = clock_ms()
       from deleted
      where seat_passes.booking_id = deleted.booking_id and seat_passes.place_id = deleted.place_id and void_at is null;
     return null;
   end $$`,
  `create trigger void_pass_of_a_seat after delete on booking_places referencing old table as deleted
     for each statement execute function void_seat_passes()`,
]
