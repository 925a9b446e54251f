import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Screens by their number of seats. */
export const SCREENS = {
  small: '50 seats',
  medium: '250 seats',
  large: '600 seats',
  huge: '3,000 seats',
}
const SHOWTIMES_PER_SCREEN = 48

/** Writes a catalogue with four screens and a showtime every three hours on each. */
export function writeCatalogue(dataDir: string) {
  const startTimes = Array.from({ length: SHOWTIMES_PER_SCREEN }, (_, n) =>
    new Date(Date.now() + (24 + 3 * n) * 3_600_000).toISOString(),
  )
  const screens = [
    { name: SCREENS.small, rows: 5, seats: 10 },
    { name: SCREENS.medium, rows: 10, seats: 25 },
    { name: SCREENS.large, rows: 20, seats: 30 },
    { name: SCREENS.huge, rows: 30, seats: 100 },
  ]
  return writeShows(dataDir, { screens, startTimes })
}

interface Shows {
  /** With so many rows of so many seats. */
  screens: { name: string; rows: number; seats: number }[]
  /** ISO times. Each is a show on every screen. */
  startTimes: string[]
}

/** Writes a catalogue with one movie. Returns its path. */
export function writeShows(dataDir: string, { screens, startTimes }: Shows) {
  const path = join(dataDir, 'catalogue.json')
  const movie = {
    name: 'The General',
    genre: 'Comedy',
    cast: ['Buster Keaton'],
    language: 'Silent',
    summary: 'A train is stolen.',
    ratings: 8.1,
    votes: 100,
    duration: 79,
    rating: 'U',
    imageUrl: 'the-general.jpg',
    showtimes: screens.flatMap(({ name }) =>
      startTimes.map((startTime) => ({ screen: name, startTime })),
    ),
  }
  const halls = screens.map(({ name, rows, seats }) => ({
    name,
    rows: Array.from({ length: rows }, (_, n) => ({
      row: rowLetters(n),
      seats,
      category: 'Standard',
    })),
  }))
  writeFileSync(path, JSON.stringify({ screens: halls, movies: [movie] }))
  return path
}

const rowLetters = (n: number) => {
  const letter = String.fromCharCode(65 + (n % 26))
  return n < 26 ? letter : `A${letter}`
}
