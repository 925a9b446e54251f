import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDataDir } from '../../server/test/support/server-process.ts'
import { type MeasuredRate, toRate } from '../timing.ts'

const SECONDS = 3

/** Measures durable transactions of `node:sqlite`, one after another. */
export function measureSqlite(operation: 'hold' | 'booking'): MeasuredRate {
  const { dataDir, remove } = createDataDir()
  const db = new DatabaseSync(join(dataDir, 'bare.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec(TABLES)
  const run = operation === 'hold' ? prepareHold(db) : prepareBooking(db)
  const times: number[] = []
  let now = performance.now()
  const end = now + SECONDS * 1000
  while (now < end) {
    run(times.length)
    const done = performance.now()
    times.push(done - now)
    now = done
  }
  db.close()
  remove()
  return toRate(times, SECONDS)
}

const TABLES = `
  create table claims (showtime_id text, place_id text, holder text, held_until integer, booking_id text,
    primary key (showtime_id, place_id));
  create table showtimes (id text primary key, rev integer not null);
  create table bookings (id text primary key, reference text not null unique);
  create table booking_places (booking_id text, place_id text, price integer, primary key (booking_id, place_id));
  insert into showtimes values ('show', 0);`

const CLAIM = `insert into claims values (?, ?, ?, ?, ?) on conflict (showtime_id, place_id) do update
  set holder = excluded.holder, held_until = excluded.held_until, booking_id = excluded.booking_id
  where claims.booking_id is null and (claims.held_until <= ? or claims.holder = excluded.holder)`

function prepareHold(db: DatabaseSync) {
  const hold = db.prepare(CLAIM)
  return (n: number) =>
    hold.run('show', `place ${n % 3000}`, `holder ${n % 3000}`, 2e12 + n, null, Date.now())
}

function prepareBooking(db: DatabaseSync) {
  const [insertBooking, claim, insertPlace] = [
    db.prepare('insert into bookings values (?, ?)'),
    db.prepare(CLAIM),
    db.prepare('insert into booking_places values (?, ?, 150)'),
  ] as const
  const [begin, incrementRevision, commit] = [
    db.prepare('begin immediate'),
    db.prepare("update showtimes set rev = rev + 1 where id = 'show'"),
    db.prepare('commit'),
  ] as const
  return (n: number) => {
    begin.run()
    insertBooking.run(`b ${n}`, `MQ-${n}`)
    for (const k of [1, 2, 3, 4]) claim.run('show', `p ${n} ${k}`, null, null, `b ${n}`, 0)
    for (const k of [1, 2, 3, 4]) insertPlace.run(`b ${n}`, `p ${n} ${k}`)
    incrementRevision.run()
    commit.run()
  }
}
