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
  const path = join(dataDir, 'catalogue.json')
  const screen = (name: string, rows: number, seats: number) => ({
    name,
    rows: Array.from({ length: rows }, (_, n) => ({
      row: rowLetters(n),
      seats,
      category: 'Standard',
    })),
  })
  const startTimes = Array.from({ length: SHOWTIMES_PER_SCREEN }, (_, n) =>
    new Date(Date.now() + (24 + 3 * n) * 3_600_000).toISOString(),
  )
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
    showtimes: Object.values(SCREENS).flatMap((name) =>
      startTimes.map((startTime) => ({ screen: name, startTime })),
    ),
  }
  const screens = [
    screen(SCREENS.small, 5, 10),
    screen(SCREENS.medium, 10, 25),
    screen(SCREENS.large, 20, 30),
    screen(SCREENS.huge, 30, 100),
  ]
  writeFileSync(path, JSON.stringify({ screens, movies: [movie] }))
  return path
}

const rowLetters = (n: number) => {
  const letter = String.fromCharCode(65 + (n % 26))
  return n < 26 ? letter : `A${letter}`
}
