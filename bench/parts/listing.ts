import { type BenchmarkServer, SCREENS, withBenchmarkServer } from '../benchmark-server.ts'
import { insertRows } from '../past-bookings.ts'
import { measureReads } from '../read-rate.ts'
import { type Result, ratioResult } from '../report.ts'
import { startChanges } from '../socket-clients.ts'
import { measureInTurns } from '../timing.ts'

const CLAIMS = 20_000
const CHANGES_PER_SECOND = 50

/** Fifty clients read the list of movies. Its showtimes have 20,000 sold seats, or none. */
export const listing = (): Promise<Result[]> =>
  withBenchmarkServer('sqlite', (empty) =>
    withBenchmarkServer('sqlite', (sold) => compare(sold, empty), insertRows(sellSeats)),
  )

async function compare(sold: BenchmarkServer, empty: BenchmarkServer) {
  const read = ({ url }: BenchmarkServer) => measureReads(`${url}/api/movies`)
  const rateOf = await measureInTurns({
    empty: () => read(empty),
    sold: () => read(sold),
    changing: () => readDuringChanges(sold),
  })
  const claims = `${CLAIMS.toLocaleString('en')} claims`
  const timeRatio = (name: string, side: 'sold' | 'changing') =>
    ratioResult(name, [1000 / rateOf(side), 1000 / rateOf('empty')], {
      ...{ unit: 'ms per list', against: 'ms per list without claims', goal: { atMost: 1.5 } },
    })
  return [
    timeRatio(`list of movies, ${claims}`, 'sold'),
    timeRatio(`list of movies, ${claims}, ${CHANGES_PER_SECOND} changes a second`, 'changing'),
  ]
}

async function readDuringChanges(server: BenchmarkServer) {
  const [showtime] = await server.showtimesOf(SCREENS.large)
  const stopChanges = await startChanges(server, showtime, 1000 / CHANGES_PER_SECOND)
  const rate = await measureReads(`${server.url}/api/movies`)
  stopChanges()
  return rate
}

const sellSeats = `
  begin;
  insert into users (id, username, email, password_hash, created_at)
  values ('buyer', 'User', 'buyer@example.com', '', 0);
  insert into bookings (id, reference, user_id, showtime_id, total_cost, payment_status, created_at, request_hash)
  select id, id, 'buyer', id, 150, 'Paid', 0, '' from showtimes;
  insert into claims (showtime_id, place_id, booking_id)
  select showtimes.id, places.id, showtimes.id
    from showtimes
    join screens on screens.id = showtimes.screen_id
    join places on places.screen_id = showtimes.screen_id and kind = 'seat'
   where screens.name = '${SCREENS.huge}'
   order by showtimes.id, position
   limit ${CLAIMS};
  commit;`
