import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { makeMovie, makeScreen } from '#test/support/catalogues.ts'

/** The crowd moves to the next showtime after this time, so that places are always left. */
export const SHOWTIME_SECONDS = 10
/** The cutoff and the start that scenarios wait for come this long after the catalogue is written. All visitors are connected by then. */
export const CLOSES_AFTER_SECONDS = 15

const ROWS = ['A', 'B', 'C', 'D', 'E', 'F']
const SEATS_PER_ROW = 12
export const SEATS_PER_SCREEN = ROWS.length * SEATS_PER_ROW
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Each repeated scenario has a screen of its own. */
const SCENARIOS = [
  'allOrNone',
  'ownership',
  'orders',
  'deadline',
  'leaving',
  'checkout',
  'retake',
  'accountLimit',
  'addressLimit',
  'confirmedEmail',
  'changes',
  'ordinaryEvening',
]

/** Shows move between these screens. `spare` has no shows at first and fewer places, so that not all parties get seats. */
export const MOVE_SCREENS = ['crowd', 'spare']
/** With full refunds until four hours before the start and half of the price until one hour before, cancelled places give back half or nothing there. */
export const SOAK_REFUND_POLICY = 'full until 4h, half until 1h'
const HALF_REFUND_MINUTES = 120
const NO_REFUND_MINUTES = 45

export interface SoakShowtime {
  movieId: string
  showtimeId: string
}

/** Writes a catalogue with one movie and 84 places on each screen but `spare`. Returns its path. */
export function writeSoakCatalogue(dataDir: string, seconds: number) {
  const now = Date.now()
  const daily = (screen: string, count: number) =>
    Array.from({ length: count }, (_, day) => at(screen, now + (day + 1) * DAY_MS))
  const closesAt = now + CLOSES_AFTER_SECONDS * 1000
  const showtimes = [
    ...daily('crowd', Math.ceil(seconds / SHOWTIME_SECONDS) + 2),
    at('half', now + HALF_REFUND_MINUTES * MINUTE_MS),
    at('none', now + NO_REFUND_MINUTES * MINUTE_MS),
    at('halfRefund', now + HALF_REFUND_MINUTES * MINUTE_MS),
    at('noRefund', now + NO_REFUND_MINUTES * MINUTE_MS),
    ...SCENARIOS.flatMap((screen) => daily(screen, 1)),
    // One address fills its share at two showtimes.
    ...daily('foreignProof', 2),
    // More places than one address may hold at all showtimes.
    ...daily('limits', 3),
    at('cutoff', closesAt + 30 * MINUTE_MS),
    at('start', closesAt, 0),
  ]
  const screens = [...new Set(showtimes.map(({ screen }) => screen))].map((name) =>
    makeScreen(name, {
      rows: rowsOf('F'),
      parking: { twoWheeler: 6, fourWheeler: 6 },
    }),
  )
  screens.push(
    makeScreen('spare', { rows: rowsOf('E'), parking: { twoWheeler: 4, fourWheeler: 4 } }),
  )
  const path = join(dataDir, 'catalogue.json')
  writeFileSync(path, JSON.stringify({ screens, movies: [makeMovie('Metropolis', { showtimes })] }))
  return path
}

const rowsOf = (last: string) =>
  ROWS.filter((row) => row <= last).map((row) => ({
    row,
    seats: SEATS_PER_ROW,
    category: row < 'D' ? 'Standard' : 'VIP',
  }))

const at = (screen: string, startTime: number, cutoffMinutes = 30) => ({
  screen,
  startTime: new Date(startTime).toISOString(),
  cutoffMinutes,
})

/** Loads the showtimes of each screen. */
export async function loadShowtimes({ url }: { url: string }) {
  const [movie] = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
  const showtimes = (movie?.showtimes ?? []) as Showtime[]
  return (screen: string): [SoakShowtime, ...SoakShowtime[]] => {
    const found = showtimes
      .filter((showtime) => showtime.screen === screen)
      .map(({ _id, movieId }) => ({ movieId, showtimeId: _id }))
    const [first, ...others] = found
    if (!first) throw new Error(`Screen ${screen} has no showtime`)
    return [first, ...others]
  }
}

/** The showtimes that the crowd visits in turn. At every third one, places give back less than their price. */
export function crowdShowtimesOf(
  showtimesOf: Awaited<ReturnType<typeof loadShowtimes>>,
): [SoakShowtime, ...SoakShowtime[]] {
  const [first, ...others] = showtimesOf('crowd')
  const [half] = showtimesOf('half')
  const [none] = showtimesOf('none')
  const inTurn = others.flatMap((showtime, n) => [
    showtime,
    ...(n % 4 === 1 ? [half] : []),
    ...(n % 4 === 3 ? [none] : []),
  ])
  return [first, ...inTurn]
}
