import type { Movie } from '@marquee/contract/movies'
import type { Showtime } from '@marquee/contract/showtimes'

const MINUTE = 60_000

/** A showtime that starts so many minutes from now. */
export const aShowtime = (startsIn: number, changed: Partial<Showtime> = {}): Showtime => ({
  _id: `in-${startsIn}`,
  movieId: 'm1',
  screen: 'Screen 1',
  startTime: new Date(Date.now() + startsIn * MINUTE).toISOString(),
  date: '2026-12-01',
  cutoffMinutes: 30,
  seatsTotal: 100,
  seatsLeft: 42,
  ...changed,
})

export const aMovie = (name: string, changed: Partial<Movie> = {}): Movie => ({
  _id: `id-of-${name}`,
  name,
  genre: 'War, Drama',
  cast: ['Anjali Rao', 'Dev Menon'],
  summary: 'A colonel keeps a promise.',
  ratings: 8.4,
  votes: 120345,
  screen: 'Screen 1',
  language: 'Tamil',
  timing: '6:30 PM',
  imageUrl: 'amaran.jpg',
  duration: 169,
  rating: 'UA',
  showtimes: [],
  ...changed,
})
