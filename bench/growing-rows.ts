import { DAY_MS, HOUR_MS, MINUTE_MS } from '@marquee/contract/time'
import { SCREENS } from './catalogue.ts'

/** Writes SQL that fills a database. `numbers` returns a relation of the numbers from 1 in the column `n`. */
export type Fill = (numbers: (count: number, name?: string) => string) => string

/** A screen shows a movie every three hours. */
const INTERVAL_MS = 3 * HOUR_MS
/** Later than all showtimes of the catalogue. */
const OPEN_AFTER_MS = 1000 * HOUR_MS

const BOOKINGS_PER_SHOWTIME = 10
const SEATS_OF_HELD_SCREEN = 3000
const SEATS_PER_HOLDER = 4
/** Less than HOLD_MAX_SECONDS, and longer than a part takes. */
const HELD_FOR_MS = 25 * MINUTE_MS

const movie = '(select id from movies limit 1)'
const screen = (name: string) => `(select id from screens where name = '${name}')`

/** Showtimes of the largest screen that can be booked. */
export const openShowtimes =
  (count: number): Fill =>
  (numbers) =>
    `
  insert into showtimes (id, movie_id, layout_id, starts_at)
  select md5('open ' || n), ${movie}, ${screen(SCREENS.huge)}, ${Date.now() + OPEN_AFTER_MS} + n * ${INTERVAL_MS}
    from ${numbers(count)};`

/** Seats that visitors hold at other showtimes, four each. Half of the visitors are signed in. */
export const liveHolds =
  (count: number): Fill =>
  (numbers) =>
    `
  insert into screens (id, name) values ('held', 'Held screen');
  insert into places (id, layout_id, kind, label, category, position)
  select md5('held place ' || n), 'held', 'seat', 'A' || n, 'Standard', n from ${numbers(SEATS_OF_HELD_SCREEN)};
  insert into showtimes (id, movie_id, layout_id, starts_at)
  select md5('held ' || n), ${movie}, 'held', ${Date.now() + OPEN_AFTER_MS} + n * ${INTERVAL_MS}
    from ${numbers(count / SEATS_OF_HELD_SCREEN)};
  insert into claims (showtime_id, place_id, holder, chooser)
  select showtime, place, md5('holder ' || visitor), md5('holder ' || visitor)
    from (select showtimes.id as showtime, places.id as place, showtimes.id || position / ${SEATS_PER_HOLDER} as visitor
            from showtimes join places on places.layout_id = showtimes.layout_id
           where showtimes.layout_id = 'held') as held;
  insert into selections (showtime_id, holder, since, deadline, seen_at, account, address, places)
  select showtime_id, holder, now, now + ${HELD_FOR_MS}, now, case when holder < '8' then md5('account ' || holder) end,
         md5('address ' || holder), places
    from (select showtime_id, holder, ${Date.now()} as now, count(*) as places from claims
           where holder is not null group by showtime_id, holder) as held;`

/** Records that the visitors of `liveHolds` are connected. Other nodes do this. */
export const recordHoldersSeen = () =>
  `update selections set seen_at = ${Date.now()} where showtime_id in (select id from showtimes where layout_id = 'held');`

const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'x'.repeat(66)}`

/** Accounts with one session each. */
export const accounts =
  (count: number): Fill =>
  (numbers) =>
    `
  insert into users (id, username, email, password_hash, created_at)
  select md5('user ' || n), 'User', 'user-' || n || '@example.com', '${PASSWORD_HASH}', ${Date.now() - DAY_MS} from ${numbers(count)};
  insert into sessions (id, user_id, created_at, visitor_hash, last_seen_at)
  select md5('session ' || n), md5('user ' || n), ${Date.now() - DAY_MS}, md5('holder ' || n), ${Date.now() - DAY_MS}
    from ${numbers(count)};
  insert into refresh_tokens (hash, session_id, created_at, expires_at, access_hash, access_expires_at)
  select md5('refresh ' || n), md5('session ' || n), ${Date.now() - DAY_MS}, ${Date.now() + 20 * DAY_MS}, md5('access ' || n), ${Date.now() - HOUR_MS}
    from ${numbers(count)};`

export interface PastCounts {
  showtimes: number
  /** A multiple of ten: each past showtime with bookings has ten bookings of one seat. */
  bookings: number
}
export const LARGE_PAST: PastCounts = { showtimes: 100_000, bookings: 1_000_000 }

/** Past showtimes and bookings, ten bookings for each user. */
export const pastBookings =
  ({ showtimes, bookings }: PastCounts): Fill =>
  (numbers) =>
    `
  insert into showtimes (id, movie_id, layout_id, starts_at, rev)
  select md5('past ' || n), ${movie}, ${screen(SCREENS.medium)}, ${Date.now()} - n * ${INTERVAL_MS}, 1 from ${numbers(showtimes)};
  insert into users (id, username, email, password_hash, created_at)
  select md5('buyer ' || n), 'User', 'buyer-' || n || '@example.com', '${PASSWORD_HASH}', 0
    from ${numbers(bookings / BOOKINGS_PER_SHOWTIME)};
  create temp table sold as
  select md5('past ' || show.n) as showtime_id, md5('booking ' || show.n || ' ' || position) as booking_id,
         md5('buyer ' || show.n) as user_id, places.id as place_id, ${Date.now()} - show.n * ${INTERVAL_MS} - ${DAY_MS} as created_at
    from ${numbers(bookings / BOOKINGS_PER_SHOWTIME, 'show')}
    join places on places.layout_id = ${screen(SCREENS.medium)} and kind = 'seat' and position < ${BOOKINGS_PER_SHOWTIME};
  insert into bookings (id, reference, user_id, showtime_id, total_cost, payment_status, created_at, request_hash)
  select booking_id, 'MQ-' || booking_id, user_id, showtime_id, 150, 'Paid', created_at, booking_id from sold;
  insert into booking_places (booking_id, place_id, price) select booking_id, place_id, 150 from sold;
  insert into claims (showtime_id, place_id, booking_id, account) select showtime_id, place_id, booking_id, user_id from sold;
  drop table sold;`

/** Two years of a cinema with three screens and five shows a day. */
export const REPORTED_DAYS = 730
const SHOWS_A_DAY = 5
const REPORTED_SCREENS = [SCREENS.medium, SCREENS.large, SCREENS.huge]

/** References have no 0 and no 1. */
const REFERENCE = `'MQ-' || replace(replace(cast(2000000000 + row_number() over (order by showtimes.id, position) as text), '0', 'G'), '1', 'H')`
export const REPORTED_REFERENCE = 'MQ-2GGG5GGGGG'

/** Bookings of one seat at past shows, a fifth of them at three counters, with an admission each. The days before are stored as on a server at work. */
export const reportedBookings =
  (bookings: number): Fill =>
  (numbers) => {
    const shows = REPORTED_DAYS * SHOWS_A_DAY * REPORTED_SCREENS.length
    const perShow = Math.ceil(bookings / shows)
    const start = `${Date.now()} - (show.n / ${REPORTED_SCREENS.length}) * ${DAY_MS / SHOWS_A_DAY}`
    const screenOfShow = `case show.n % 3 when 0 then ${screen(REPORTED_SCREENS[0] ?? '')} when 1 then ${screen(REPORTED_SCREENS[1] ?? '')} else ${screen(REPORTED_SCREENS[2] ?? '')} end`
    return `
  insert into showtimes (id, movie_id, layout_id, starts_at, rev)
  select md5('reported ' || n), ${movie}, ${screenOfShow}, ${start}, 1 from ${numbers(shows, 'show')};
  create temp table sold as
  select showtimes.id as showtime_id, md5('booking ' || showtimes.id || ' ' || position) as booking_id, places.id as place_id,
         position, ${REFERENCE} as reference, starts_at, starts_at - (position % 7) * ${DAY_MS / 2} - position * ${MINUTE_MS} as created_at
    from showtimes
    join places on places.layout_id = showtimes.layout_id and kind = 'seat' and position < ${perShow}
   where starts_at <= ${Date.now()};
  insert into bookings (id, reference, showtime_id, total_cost, payment_status, created_at, request_hash, channel, payment_method, contact_name, device_id)
  select booking_id, reference, showtime_id, 150, 'Paid', created_at, booking_id,
         case when position % 5 = 0 then 'counter' else 'web' end, case when position % 5 = 0 then 'cash' else 'online' end,
         case when position % 5 = 0 then 'Guest ' || position end, case when position % 5 = 0 then 'counter ' || (position % 3) end
    from sold;
  insert into booking_places (booking_id, place_id, price) select booking_id, place_id, 150 from sold;
  insert into claims (showtime_id, place_id, booking_id, sold_at)
  select showtime_id, place_id, booking_id, case when position % 5 > 0 then created_at end from sold;
  insert into admissions (id, booking_id, showtime_id, pass, count, device, scanned_at, received_at, scan_id)
  select md5('scan ' || booking_id), booking_id, showtime_id, 0, 1, 'door', starts_at - (position % 20 - 4) * ${MINUTE_MS}, starts_at, booking_id
    from sold;
  drop table sold;`
  }

/** Sent confirmations of the last days. */
export const sentMails =
  (count: number): Fill =>
  (numbers) =>
    `
  insert into outbox (id, kind, user_id, recipient, subject, body, created_at, attempts, next_attempt_at, give_up_at, sent_at)
  select md5('mail ' || n), 'booking', md5('buyer ' || n), 'buyer-' || n || '@example.com', 'Marquee: The General, MQ-' || n, '',
         ${Date.now() - DAY_MS}, 1, ${Date.now()}, ${Date.now() + DAY_MS}, ${Date.now() - DAY_MS}
    from ${numbers(count)};`

/** Sold seats in the showtimes of the largest screen. */
export const soldSeats =
  (count: number): Fill =>
  () =>
    `
  insert into users (id, username, email, password_hash, created_at)
  values ('buyer', 'User', 'buyer@example.com', '', 0);
  insert into bookings (id, reference, user_id, showtime_id, total_cost, payment_status, created_at, request_hash)
  select id, id, 'buyer', id, 150, 'Paid', 0, '' from showtimes;
  insert into claims (showtime_id, place_id, booking_id)
  select showtimes.id, places.id, showtimes.id
    from showtimes
    join screens on screens.id = showtimes.layout_id
    join places on places.layout_id = showtimes.layout_id and kind = 'seat'
   where screens.name = '${SCREENS.huge}'
   order by showtimes.id, position
   limit ${count};`

export const together =
  (...fills: Fill[]): Fill =>
  (numbers) =>
    fills.map((fill) => fill(numbers)).join('\n')
