import { sql } from 'kysely'
import { byDatabase } from '../../src/database/dialect.ts'
import type { Db } from '../../src/database/schema.ts'

/**
 * The passes of seats, and the triggers that number them. A seat gets the next number of its booking when it comes to the booking. Its
 * pass is void from the moment at which it leaves, also when an operator changes the booking. No number is given again.
 */
export const seatPasses = (db: Db) => [
  sql`create table seat_passes (
    booking_id text not null,
    number integer not null check (number > 0),
    place_id text not null,
    friend text,
    friend_user_id text references users (id) on delete set null,
    void_at bigint,
    primary key (booking_id, number)
  )`,
  sql`create index seat_passes_of_a_friend on seat_passes (friend) where friend is not null`,
  sql`create index seat_passes_of_a_user on seat_passes (friend_user_id) where friend_user_id is not null`,
  ...byDatabase(db, { sqlite: SQLITE_TRIGGERS, postgres: POSTGRES_TRIGGERS }),
]

const SQLITE_TRIGGERS = [
  sql`create trigger pass_of_a_seat after insert on booking_places
     when exists (select 1 from places where id = new.place_id and kind = 'seat') begin
     insert into seat_passes (booking_id, number, place_id)
     select new.booking_id, coalesce(max(number), 0) + 1, new.place_id
       from seat_passes where booking_id = new.booking_id;
   end`,
  // Uses only functions of SQLite, so that it also runs in other programs.
  sql`create trigger void_pass_of_a_seat after delete on booking_places begin
     update seat_passes set void_at = cast(round(unixepoch('subsec') * 1000) as integer)
      where booking_id = old.booking_id and place_id = old.place_id and void_at is null;
   end`,
]

/** Each runs once for all rows of a statement: the orders of a batch are one statement. */
const POSTGRES_TRIGGERS = [
  sql`create function insert_seat_passes() returns trigger language plpgsql as $$ begin
     insert into seat_passes (booking_id, number, place_id)
     select inserted.booking_id,
            row_number() over (partition by inserted.booking_id order by position)
              + (select coalesce(max(number), 0) from seat_passes
                  where seat_passes.booking_id = inserted.booking_id),
            inserted.place_id
       from inserted join places on places.id = inserted.place_id and kind = 'seat';
     return null;
   end $$`,
  sql`create trigger pass_of_a_seat after insert on booking_places referencing new table as inserted
     for each statement execute function insert_seat_passes()`,
  sql`create function void_seat_passes() returns trigger language plpgsql as $$ begin
     update seat_passes set void_at = clock_ms()
       from deleted
      where seat_passes.booking_id = deleted.booking_id and seat_passes.place_id = deleted.place_id
        and void_at is null;
     return null;
   end $$`,
  sql`create trigger void_pass_of_a_seat after delete on booking_places referencing old table as deleted
     for each statement execute function void_seat_passes()`,
]
