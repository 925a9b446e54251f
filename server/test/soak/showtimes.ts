import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Movie } from '@marquee/contract/movies'
import type { Showtime } from '@marquee/contract/showtimes'

/** After so long the crowd moves on to the next show, so that there is always something left to fight for. */
export const SHOW_SECONDS = 10
/** So long after the programme was written, one of its shows closes and another begins. */
export const CLOSES_AFTER_SECONDS = 10

/** For the crowd, for the small plays each in a quiet show of its own, two that end while we watch, and one in which news is timed. */
const HALLS = {
  crowd: 'Screen 1',
  plays: 'Screen 2',
  closing: 'Screen 3',
  starting: 'Screen 4',
  reach: 'Screen 5',
}
const MOST_PLAYS = 12
/** Shows in which news is timed, each begun at another node. */
const REACHES = 3

const ROWS = ['A', 'B', 'C', 'D', 'E', 'F']
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

export interface Show {
  movieId: string
  showtimeId: string
}

/** One film, five halls, few seats; a show a day for the crowd, as many as the run will want. */
export function writeProgramme(dataDir: string, seconds: number) {
  const now = Date.now()
  const daily = (screen: string, shows: number) =>
    Array.from({ length: shows }, (_, day) => at(screen, now + (day + 1) * DAY_MS))
  const soon = now + CLOSES_AFTER_SECONDS * SECOND_MS
  const path = join(dataDir, 'catalogue.json')
  const catalogue = {
    screens: Object.values(HALLS).map((name) => ({
      name,
      rows: ROWS.map((row) => ({ row, seats: 12, category: row < 'D' ? 'Standard' : 'VIP' })),
      parking: { twoWheeler: 6, fourWheeler: 6 },
    })),
    movies: [
      {
        name: 'The General',
        genre: 'Comedy',
        cast: ['Buster Keaton'],
        summary: 'A train, stolen and chased.',
        ratings: 8.1,
        votes: 100,
        language: 'Silent',
        duration: 79,
        rating: 'U',
        imageUrl: 'the-general.jpg',
        showtimes: [
          ...daily(HALLS.crowd, Math.ceil(seconds / SHOW_SECONDS) + 2),
          ...daily(HALLS.plays, MOST_PLAYS),
          { ...at(HALLS.closing, soon + 30 * MINUTE_MS), cutoffMinutes: 30 },
          { ...at(HALLS.starting, soon), cutoffMinutes: 0 },
          ...daily(HALLS.reach, REACHES),
        ],
      },
    ],
  }
  writeFileSync(path, JSON.stringify(catalogue))
  return path
}

const at = (screen: string, startTime: number) => ({
  screen,
  startTime: new Date(startTime).toISOString(),
})

/** What is shown where, by the halls' uses. */
export async function showsOf({ url }: { url: string }) {
  const [movie] = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
  const showtimes = (movie?.showtimes ?? []) as Showtime[]
  const inHall = (hall: string): Show[] =>
    showtimes
      .filter(({ screen }) => screen === hall)
      .map(({ _id, movieId }) => ({ movieId, showtimeId: _id }))
  return {
    crowd: inHall(HALLS.crowd),
    plays: inHall(HALLS.plays),
    closing: inHall(HALLS.closing),
    starting: inHall(HALLS.starting),
    reach: inHall(HALLS.reach),
  }
}
