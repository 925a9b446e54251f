import { type BenchmarkServer, withBenchmarkServer } from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import { soldSeats } from '../growing-rows.ts'
import { measureReads } from '../read-rate.ts'
import { type Result, ratioResult } from '../report.ts'
import { startChanges } from '../socket-clients.ts'
import { median } from '../timing.ts'
import { measureRounds } from '../windows.ts'

const CLAIMS = 20_000
const CHANGES_PER_SECOND = 50

/** Fifty clients read the list of movies. Its showtimes have 20,000 sold seats, or none. */
export const listing = (): Promise<Result[]> =>
  withBenchmarkServer('sqlite', (empty) =>
    withBenchmarkServer('sqlite', (sold) => compare(sold, empty), { fill: soldSeats(CLAIMS) }),
  )

async function compare(sold: BenchmarkServer, empty: BenchmarkServer) {
  const read = ({ url }: BenchmarkServer) => measureReads(`${url}/api/movies`)
  const rates = await measureRounds({
    empty: () => read(empty),
    sold: () => read(sold),
    changing: () => readDuringChanges(sold),
  })
  const claims = `${CLAIMS.toLocaleString('en')} claims`
  const timeRatio = (name: string, side: 'sold' | 'changing') =>
    ratioResult(name, [1000 / median(rates[side]), 1000 / median(rates.empty)], {
      unit: 'ms per list',
      against: 'ms per list without claims',
      goal: { atMost: 1.5 },
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
