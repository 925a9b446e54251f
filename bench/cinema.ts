import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'
import { createPostgresDatabase } from '../server/test/support/test-postgres.ts'

export type Database = 'sqlite' | 'postgres'

export const POSTGRES = process.env.TEST_DATABASE_URL ?? 'postgres://127.0.0.1:5432/postgres'

export interface Show {
  movieId: string
  showtimeId: string
  seats: Seat[]
}

export interface Cinema {
  url: string
  /** The showtimes of a hall, by its name, with their seats; found with the calls of the specification alone. */
  showsIn: (hall: string) => Promise<Show[]>
  /** Of the process that serves it. */
  memoryMb: () => number
  cpuSeconds: () => number
  close: () => Promise<void>
}

export const HALLS = {
  small: 'Small hall',
  usual: 'Usual hall',
  big: 'Big hall',
  large: 'Large hall',
}
const SHOWS_A_HALL = 48

const { NODE_COMPILE_CACHE, BENCH_NODE_OPTIONS } = process.env
/** As `npm start` has it: what Node has compiled is kept. */
export const AS_STARTED: Record<string, string> = {
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  // To look into one that is being measured.
  ...(BENCH_NODE_OPTIONS && { NODE_OPTIONS: BENCH_NODE_OPTIONS }),
}

/** A cinema of its own, as its operator would start it, but without limits on how often anybody may ask. */
export async function openCinema(
  database: Database,
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<Cinema> {
  const data = createDataDir()
  const postgres = database === 'postgres' ? await createPostgresDatabase(POSTGRES) : undefined
  await prepare(data.dataDir)
  const server = await startServer({
    ...AS_STARTED,
    DATA_DIR: data.dataDir,
    CATALOGUE: writeCatalogue(data.dataDir),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...(postgres && {
      DATABASE_URL: postgres.url,
      SESSION_SECRET: 'a secret that only measurements use',
    }),
  })
  return {
    url: server.url,
    showsIn: (hall) => showsIn(server.url, hall),
    memoryMb: () => memoryMbOf(server.pid),
    cpuSeconds: () => cpuSecondsOf(server.pid),
    close: async () => {
      await server.kill('SIGTERM')
      await postgres?.drop()
      data.remove()
    },
  }
}

/** A cinema with the programme that comes with the product, posters and all. */
export async function openSample() {
  const data = createDataDir()
  const server = await startServer({ ...AS_STARTED, DATA_DIR: data.dataDir, LOG_LEVEL: 'error' })
  return {
    url: server.url,
    close: async () => {
      await server.kill('SIGTERM')
      data.remove()
    },
  }
}

async function showsIn(url: string, hall: string): Promise<Show[]> {
  const read = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T
  const movies = await read<Movie[]>('/api/movies')
  const shows = movies.flatMap(({ _id, showtimes }) =>
    (showtimes as Showtime[])
      .filter(({ screen }) => screen === hall)
      .map((showtime) => ({ movieId: _id, showtimeId: showtime._id })),
  )
  return Promise.all(
    shows.map(async (show) => ({
      ...show,
      seats: await read<Seat[]>(`/api/seats/showtime/${show.showtimeId}`),
    })),
  )
}

/** Four halls, of 50, 250, 600 and 3,000 seats, each with a show every three hours. */
export function writeCatalogue(dataDir: string) {
  const path = join(dataDir, 'catalogue.json')
  const hall = (name: string, rows: number, seats: number) => ({
    name,
    rows: Array.from({ length: rows }, (_, n) => ({
      row: letters(n),
      seats,
      category: 'Standard',
    })),
  })
  const starts = Array.from({ length: SHOWS_A_HALL }, (_, n) =>
    new Date(Date.now() + (24 + 3 * n) * 3_600_000).toISOString(),
  )
  const film = {
    ...{ name: 'The General', genre: 'Comedy', cast: ['Buster Keaton'], language: 'Silent' },
    ...{ summary: 'A train, stolen and chased.', ratings: 8.1, votes: 100, duration: 79 },
    ...{ rating: 'U', imageUrl: 'the-general.jpg' },
    showtimes: Object.values(HALLS).flatMap((screen) =>
      starts.map((startTime) => ({ screen, startTime })),
    ),
  }
  const screens = [
    hall(HALLS.small, 5, 10),
    hall(HALLS.usual, 10, 25),
    hall(HALLS.big, 20, 30),
    hall(HALLS.large, 30, 100),
  ]
  writeFileSync(path, JSON.stringify({ screens, movies: [film] }))
  return path
}

const letters = (n: number) => {
  const letter = String.fromCharCode(65 + (n % 26))
  return n < 26 ? letter : `A${letter}`
}

function memoryMbOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const TICKS_A_SECOND = 100

function cpuSecondsOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}
