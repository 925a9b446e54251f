import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDataDir } from '../../server/test/support/server-process.ts'
import { type Rate, rateOfTimes } from '../times.ts'

const SECONDS = 3

/** What `node:sqlite` does bare, one by one, each on the disk before the next. */
export function bareSqlite(what: 'hold' | 'booking'): Rate {
  const { dataDir, remove } = createDataDir()
  const db = new DatabaseSync(join(dataDir, 'bare.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec(TABLES)
  const once = what === 'hold' ? holding(db) : booking(db)
  const times: number[] = []
  let [now, until] = [performance.now(), performance.now() + SECONDS * 1000]
  while (now < until) {
    once(times.length)
    const done = performance.now()
    times.push(done - now)
    now = done
  }
  db.close()
  remove()
  return rateOfTimes(times, SECONDS)
}

const TABLES = `
  create table claims (showtime_id text, place_id text, holder text, held_until integer, booking_id text,
    primary key (showtime_id, place_id));
  create table showtimes (id text primary key, rev integer not null);
  create table bookings (id text primary key, reference text not null unique);
  create table booking_places (booking_id text, place_id text, price integer, primary key (booking_id, place_id));
  insert into showtimes values ('show', 0);`

const TAKE = `insert into claims values (?, ?, ?, ?, ?) on conflict (showtime_id, place_id) do update
  set holder = excluded.holder, held_until = excluded.held_until, booking_id = excluded.booking_id
  where claims.booking_id is null and (claims.held_until <= ? or claims.holder = excluded.holder)`

function holding(db: DatabaseSync) {
  const hold = db.prepare(TAKE)
  return (n: number) =>
    hold.run('show', `place ${n % 3000}`, `holder ${n % 3000}`, 2e12 + n, null, Date.now())
}

function booking(db: DatabaseSync) {
  const [book, take, list] = [
    db.prepare('insert into bookings values (?, ?)'),
    db.prepare(TAKE),
    db.prepare('insert into booking_places values (?, ?, 150)'),
  ] as const
  const [begin, grow, commit] = [
    db.prepare('begin immediate'),
    db.prepare("update showtimes set rev = rev + 1 where id = 'show'"),
    db.prepare('commit'),
  ] as const
  return (n: number) => {
    begin.run()
    book.run(`b ${n}`, `MQ-${n}`)
    for (const k of [1, 2, 3, 4]) take.run('show', `p ${n} ${k}`, null, null, `b ${n}`, 0)
    for (const k of [1, 2, 3, 4]) list.run(`b ${n}`, `p ${n} ${k}`)
    grow.run()
    commit.run()
  }
}
