import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Seat } from '@marquee/contract/seats/seats'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'
import { createPostgresDatabase, testPostgresUrl } from '../server/test/support/test-postgres.ts'
import { writeCatalogue } from './catalogue.ts'
import type { Fill } from './growing-rows.ts'
import { closeAtEnd } from './open-resources.ts'
import { postgresRunner, sqliteRunner } from './run-sql.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface BenchmarkShowtime {
  movieId: string
  showtimeId: string
  seats: Seat[]
}
export type BenchmarkServer = Awaited<ReturnType<typeof startBenchmarkServer>>

const { NODE_COMPILE_CACHE, BENCH_NODE_OPTIONS } = process.env
export const NODE_ENVIRONMENT: Record<string, string> = {
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  // For profiling the measured server.
  ...(BENCH_NODE_OPTIONS && { NODE_OPTIONS: BENCH_NODE_OPTIONS }),
}

interface Options {
  /** Rows that are in the database before the server starts. */
  fill?: Fill
  environment?: Record<string, string>
}

/** Starts a server process on an empty or filled database, without rate limits and waiting rooms. */
async function startBenchmarkServer(
  database: DatabaseKind,
  { fill, environment = {} }: Options = {},
) {
  const data = createBenchmarkDataDir()
  const postgres = database === 'postgres' ? await createBenchmarkDatabase() : undefined
  const sql = postgres ? postgresRunner(postgres.url) : sqliteRunner(data.dataDir)
  const settings = {
    ...NODE_ENVIRONMENT,
    DATA_DIR: data.dataDir,
    RATE_LIMITS: 'off',
    // A part may fill the room of a small hall.
    QUEUE_THRESHOLD: 'off',
    SEATS_PER_ACCOUNT: '1000000',
    LOG_LEVEL: 'error',
    ...(postgres && {
      DATABASE_URL: postgres.url,
      SESSION_SECRET: 'a secret that only measurements use',
    }),
    ...environment,
  }
  const withCatalogue = { ...settings, CATALOGUE: writeCatalogue(data.dataDir) }
  if (fill) {
    // The first start creates the tables. The second one must not remove the new showtimes, which the catalogue does not have.
    await (await startServer(withCatalogue)).kill('SIGTERM')
    await sql.fill(fill)
  }
  const server = await startServer(fill ? settings : withCatalogue)
  const stop = closeAtEnd(() => server.kill('SIGTERM'))
  return {
    url: server.url,
    /** Makes a call of the office, as the command line does. */
    callOffice: (path: string) => callOffice(server.officePort, { dataDir: data.dataDir, path }),
    runSql: sql.run,
    showtimesOf: (screen: string) => loadShowtimes(server.url, screen),
    memoryMb: () => memoryMbOf(server.pid),
    cpuSeconds: () => cpuSecondsOf(server.pid),
    close: async () => {
      await stop()
      await postgres?.drop()
      await data.remove()
    },
  }
}

function createBenchmarkDataDir() {
  const { dataDir, remove } = createDataDir()
  return { dataDir, remove: closeAtEnd(async () => remove()) }
}

/** Creates an empty PostgreSQL database. */
export async function createBenchmarkDatabase() {
  const { url, drop } = await createPostgresDatabase(testPostgresUrl())
  return { url, drop: closeAtEnd(drop) }
}

/** Runs a measurement on its own server and closes the server. */
export async function withBenchmarkServer<T>(
  database: DatabaseKind,
  measure: (server: BenchmarkServer) => Promise<T>,
  options?: Options,
) {
  const server = await startBenchmarkServer(database, options)
  try {
    return await measure(server)
  } finally {
    await server.close()
  }
}

async function callOffice(
  port: number | undefined,
  { dataDir, path }: { dataDir: string; path: string },
): Promise<unknown> {
  const secret = readFileSync(join(dataDir, 'office-secret'), 'utf8')
  const response = await fetch(`http://127.0.0.1:${port}/api/office/${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`)
  return response.json()
}

async function loadShowtimes(url: string, screen: string) {
  const read = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T
  const movies = await read<Movie[]>('/api/movies')
  const ids = movies.flatMap(({ _id, showtimes }) =>
    (showtimes as Showtime[])
      .filter((showtime) => showtime.screen === screen)
      .map((showtime) => ({ movieId: _id, showtimeId: showtime._id })),
  )
  const [first] = ids
  if (!first) throw new Error(`${screen} has no showtimes`)
  // All showtimes of a screen have the same seats.
  const seats = await read<Seat[]>(`/api/seats/showtime/${first.showtimeId}`)
  return ids.map((one) => ({ ...one, seats })) as [BenchmarkShowtime, ...BenchmarkShowtime[]]
}

function memoryMbOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const CLOCK_TICKS_PER_SECOND = 100

function cpuSecondsOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND
}
