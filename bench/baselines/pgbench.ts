import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { createDataDir } from '../../server/test/support/server-process.ts'
import { createBenchmarkDatabase } from '../benchmark-server.ts'
import { type MeasuredRate, quantile } from '../timing.ts'

const run = promisify(execFile)
const SECONDS = 5
const CLIENTS = [8, 32]
/** Logging every transaction would slow pgbench down. */
const SAMPLING_RATE = 0.1

/** Measures one durable statement or transaction with pgbench and returns the rate of the better number of connections. */
export async function measurePgbench(scriptName: keyof typeof SCRIPTS): Promise<MeasuredRate> {
  const database = await createBenchmarkDatabase()
  const { dataDir, remove } = createDataDir()
  try {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 })
    await pool.query(TABLES)
    await pool.end()
    const script = join(dataDir, 'script.sql')
    writeFileSync(script, SCRIPTS[scriptName])
    const rates: MeasuredRate[] = []
    for (const clients of CLIENTS) {
      const log = join(dataDir, `with-${clients}`)
      rates.push(await measure(database.url, { script, clients, log }))
    }
    return rates.reduce((best, rate) => (rate.perSecond > best.perSecond ? rate : best))
  } finally {
    await database.drop()
    remove()
  }
}

interface Measurement {
  script: string
  clients: number
  /** The prefix of the files in which pgbench logs sampled transactions. */
  log: string
}

async function measure(url: string, { script, clients, log }: Measurement): Promise<MeasuredRate> {
  const load = ['-n', '-M', 'prepared', '-j', '2', '-T', `${SECONDS}`, '-c', `${clients}`]
  const logging = ['-l', `--sampling-rate=${SAMPLING_RATE}`, `--log-prefix=${log}`]
  const { stdout } = await run(binary(), [...load, ...logging, '-f', script, url])
  return {
    perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
    p99: quantile(timesIn(log), 0.99),
  }
}

/** Milliseconds. The third field of a line holds microseconds. */
const timesIn = (log: string) =>
  globSync(`${log}.*`).flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  )

const binary = () => globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1) ?? 'pgbench'

const PLACES = 3000

const TABLES = `
  create table claims (showtime_id text, place_id text, holder text, held_since bigint, held_until bigint, checkout_at bigint,
    seen_at bigint, booking_id text, primary key (showtime_id, place_id));
  create table showtimes (id text primary key, rev bigint not null);
  create table bookings (id text primary key, reference text not null unique, showtime_id text, total integer);
  create table booking_places (booking_id text, place_id text, price integer, primary key (booking_id, place_id));
  insert into showtimes select 'show ' || n, 0 from generate_series(1, 24) n;
  insert into claims select 'show 1', 'place ' || n, 'holder ' || n, 0, 2000000000000, null, 0, null
    from generate_series(1, ${PLACES}) n;
  analyze`

/** The conditional statement of a hold. Each holder holds their own place again. */
const HOLD = `
\\set n random(1, ${PLACES})
insert into claims (showtime_id, place_id, holder, held_since, held_until, seen_at)
values ('show 1', 'place ' || :n, 'holder ' || :n, 0, 2000000000000, 0)
on conflict (showtime_id, place_id) do update
  set holder = excluded.holder, held_since = excluded.held_since, held_until = excluded.held_until, seen_at = excluded.seen_at
where claims.booking_id is null
  and (claims.held_until <= (extract(epoch from clock_timestamp()) * 1000)::bigint or claims.holder = excluded.holder)
returning place_id;
`

/** Four seats in six statements. */
const BOOKING = `
\\set n random(1, 9000000000000000)
\\set show random(1, 24)
begin;
insert into bookings values ('b ' || :n, 'MQ-' || :n, 'show ' || :show, 600);
insert into claims (showtime_id, place_id, booking_id)
select 'show ' || :show, 'p ' || :n || ' ' || k, 'b ' || :n from generate_series(1, 4) k
on conflict (showtime_id, place_id) do update set booking_id = excluded.booking_id where claims.booking_id is null
returning place_id;
insert into booking_places select 'b ' || :n, 'p ' || :n || ' ' || k, 150 from generate_series(1, 4) k;
update showtimes set rev = rev + 1 where id = 'show ' || :show;
commit;
`

const SCRIPTS = { hold: HOLD, booking: BOOKING }
